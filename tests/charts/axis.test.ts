import { describe, expect, test } from 'vitest';
import { domainOf, logDomainOf, ticksOf } from '../../src/charts/axis.ts';

const ticksAmong = (values: readonly number[], log = false): number[] => {
  const domain = log ? logDomainOf(values) : domainOf(values, null);
  return ticksOf({ label: '', domain, log }).map(({ label }) =>
    Number(label.replace('−', '-').replaceAll('\u202f', '')),
  );
};

/** 1, 2 or 5 times a power of ten. */
const isRound = (value: number): boolean =>
  /^[125]0*(e[+-]\d+)?$/.test(String(Number(value.toPrecision(12))).replace(/^0?\.0*/, ''));

describe('axes', () => {
  test.each([[[3.1, 37.4]], [[0.012, 0.0498]], [[0.93, 0.99]], [[-0.4, 1.3]], [[117, 9403]], [[5, 5]], [[0, 0]]])(
    '%j: ticks are 1, 2 or 5 times a power of ten apart, and there are some',
    (values) => {
      const ticks = ticksAmong(values);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      const steps = ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0));
      for (const step of steps) expect(isRound(Math.abs(step)), `${ticks.join(' ')}`).toBe(true);
    },
  );

  test.each([[[7, 78]], [[0.5, 671]], [[2, 3]], [[1, 1]], [[3, 4e6]]])(
    '%j on a log axis: round numbers only',
    (values) => {
      const ticks = ticksAmong(values, true);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(10);
      for (const tick of ticks) expect(isRound(tick), ticks.join(' ')).toBe(true);
    },
  );

  test('every value is on its axis, and the axis within what the metric can be', () => {
    for (let i = 0; i < 200; i += 1) {
      const values = Array.from({ length: 3 }, (_, k) => Math.abs(Math.sin(i * 7 + k * 3)));
      const [lo, hi] = domainOf(values, [0, 1]);
      expect(lo).toBeLessThanOrEqual(Math.min(...values));
      expect(hi).toBeGreaterThanOrEqual(Math.max(...values));
      expect([lo >= 0, hi <= 1]).toEqual([true, true]);
      // A logarithm begins above 0.
      const above = values.filter((value) => value > 0);
      const [least, most] = logDomainOf(above);
      expect(least).toBeLessThanOrEqual(Math.min(...above));
      expect(most).toBeGreaterThanOrEqual(Math.max(...above));
    }
  });
});

test('an axis of a single value ends where the metric does, and ticks of dates are first days of months', () => {
  expect(domainOf([0], [0, 1])).toEqual([0, 0.1]);
  expect(domainOf([1], [0, 1])[1]).toBe(1);
  const ticks = ticksOf({ label: '', domain: [2024.4, 2025.7], log: false, dates: true });
  expect(ticks).toEqual([
    { value: 2024.5, label: 'Jul 2024' },
    { value: 2025, label: 'Jan 2025' },
    { value: 2025.5, label: 'Jul 2025' },
  ]);
});

test('values without end, and none, take no part in where an axis ends', () => {
  expect(domainOf([Number.NEGATIVE_INFINITY, 2, 8, Number.POSITIVE_INFINITY], null)).toEqual([2, 8]);
  expect(domainOf([], [0, 100])).toEqual([0, 100]);
  expect(logDomainOf([0, 3, Number.POSITIVE_INFINITY])).toEqual([2, 5]);
  expect(logDomainOf([])).toEqual([1, 10]);
});
