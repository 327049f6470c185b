import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frontierOf } from '../../src/plot/plot-chart.ts';
import type { Direction } from '../../src/schema/metric.ts';

/** Whether `a` is better than `b`, and whether it is as good, said anew for each direction. */
const RULES: Readonly<Record<Exclude<Direction, 'none'>, (a: number, b: number) => boolean>> = {
  higher: (a, b) => a > b,
  lower: (a, b) => a < b,
  zero: (a, b) => a * a < b * b,
};

const value = fc.integer({ min: -6, max: 6 }).map((n) => n / 2);
const direction = fc.constantFrom('higher', 'lower', 'zero');

test('the frontier holds whom nobody beats, by comparing each with each', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 40 }), direction, direction, (all, dx, dy) => {
      const points = all.map(([x, y], id) => ({ id, x: { value: x }, y: { value: y } }));
      const [xBetter, yBetter] = [RULES[dx], RULES[dy]];
      const beaten = (p: (typeof points)[number]): boolean => {
        for (const q of points) {
          const isWorse = xBetter(p.x.value, q.x.value) || yBetter(p.y.value, q.y.value);
          if (!isWorse && (xBetter(q.x.value, p.x.value) || yBetter(q.y.value, p.y.value))) return true;
        }
        return false;
      };
      const wanted = points.filter((p) => !beaten(p)).map(({ id }) => id);
      const found = frontierOf(points, dx, dy);
      expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(wanted);
      expect(found.map(({ x }) => x.value)).toEqual(found.map(({ x }) => x.value).toSorted((a, b) => a - b));
    }),
  );
});

test('there is no frontier where a measure has no better end', () => {
  const points = [{ x: { value: 1 }, y: { value: 1 } }];
  expect(frontierOf(points, 'none', 'higher')).toEqual([]);
  expect(frontierOf(points, 'higher', 'none')).toEqual([]);
});
