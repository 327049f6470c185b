import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestAndWorst, better, type Direction, descends, shareOfBest } from '../../src/schema/metric.ts';

const DIRECTIONS: readonly Direction[] = ['higher', 'lower', 'zero', 'none'];
const value = fc.double({ min: -100, max: 100, noNaN: true });

test('of two values the better one is the larger, the smaller or the one nearer to 0; neither end may be better', () => {
  const ahead = (direction: Direction): number[] =>
    [-33, 40, 2, -2].toSorted((a, b) => better(direction, b, a) || Math.abs(a) - Math.abs(b));
  expect(ahead('higher')).toEqual([40, 2, -2, -33]);
  expect(ahead('lower')).toEqual([-33, -2, 2, 40]);
  expect(ahead('zero').map(Math.abs)).toEqual([2, 2, 33, 40]);
  expect(better('zero', -2, 2)).toBe(0);
  expect(better('none', 1, 2)).toBe(0);
  expect(DIRECTIONS.filter(descends)).toEqual(['higher', 'none']);
});

test('the order has no contradictions, and the share of the way to the best follows it', () => {
  fc.assert(
    fc.property(fc.constantFrom<Direction>('higher', 'lower', 'zero'), value, value, value, (direction, a, b, c) => {
      expect(better(direction, a, b) + better(direction, b, a)).toBe(0);
      const [worst = 0, middle = 0, best = 0] = [a, b, c].toSorted((x, y) => better(direction, x, y));
      if (better(direction, best, worst) > 1e-9) {
        const share = shareOfBest(direction, middle, { worst, best });
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      const [lo, hi] = [Math.min(a, b), Math.max(a, b)];
      const ends = bestAndWorst(direction, lo, hi);
      const inside = Math.min(hi, Math.max(lo, c));
      expect(better(direction, ends.best, inside)).toBeGreaterThanOrEqual(0);
      expect(better(direction, inside, ends.worst)).toBeGreaterThanOrEqual(0);
    }),
    { seed: 2, numRuns: 300 },
  );
});
