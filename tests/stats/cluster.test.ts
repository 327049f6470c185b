import { describe, expect, test } from 'vitest';
import type { Combination } from '../../src/stats/cluster.ts';
import { jackknifeError, macro, ratio, ratioError } from './brute-force.ts';
import { summarise, uniform } from './helpers.ts';
import type { ClusterSum } from './tables.ts';

const row = (cluster: string, slice: string, num: number, den: number): ClusterSum => ({ cluster, slice, num, den });

/** Clusters with 1–4 rows in each of some slices, levels that differ by cluster and slice. */
function randomRows(seed: number, clusters: number, slices: number): ClusterSum[] {
  const random = uniform(seed);
  return Array.from({ length: clusters }, (_, k) => {
    const level = random();
    return Array.from({ length: slices }, (_, s) => {
      const den = Math.floor(random() * 5);
      return row(`c${k}`, `s${s}`, Math.round(den * Math.min(1, level + s / 10)), den);
    });
  }).flat();
}

test('a value that two repeats give alike has the error of one of them', () => {
  const combination = (repeat: Combination['repeat']): Combination => ({
    ...{ group: (slice) => slice.charAt(0), weights: { a: 1, b: -1 }, constant: 0 },
    ...(repeat === undefined ? {} : { repeat }),
  });
  const once = randomRows(7, 30, 2).map((one) => ({ ...one, slice: one.slice === 's0' ? 'a' : 'b' }));
  const twice = once.flatMap((one) => [1, 2].map((k) => ({ ...one, slice: `${one.slice}${k}` })));
  const [single, both] = [
    summarise(once, combination(undefined), { range: null }),
    summarise(
      twice,
      combination((slice) => slice.charAt(1)),
      { range: null },
    ),
  ];
  expect(both.value).toBeCloseTo(single.value ?? 0, 12);
  expect(both.se).toBeCloseTo(single.se ?? 0, 12);
});

describe('ratio', () => {
  test('a worked example', () => {
    const rows = [row('x', '', 1, 2), row('y', '', 2, 2), row('z', '', 0, 1)];
    // R = 3/5; deviations 1 − 1.2, 2 − 1.2, 0 − 0.6; squares 0.04 + 0.64 + 0.36 = 1.04; SE² = 3/2 · 1.04/25.
    expect(summarise(rows, 'ratio', { range: [0, 1] })).toMatchObject({
      value: 0.6,
      num: 3,
      den: 5,
      clusters: 3,
      reason: '',
    });
    expect(summarise(rows, 'ratio', { range: [0, 1] }).se).toBeCloseTo(Math.sqrt(0.0624), 12);
  });

  test.each([1, 2, 3, 4, 5])('equals the formula on random rows, in any order and split (seed %i)', (seed) => {
    const rows = randomRows(seed, 40, 3);
    const split = rows.flatMap((r) => [
      { ...r, num: r.num / 3, den: r.den / 3 },
      { ...r, num: (2 * r.num) / 3, den: (2 * r.den) / 3 },
    ]);
    for (const variant of [rows, [...rows].reverse(), split]) {
      const { value, se } = summarise(variant, 'ratio', { range: null });
      expect(value).toBeCloseTo(ratio(rows), 12);
      expect(se).toBeCloseTo(ratioError(rows), 12);
    }
  });

  test('clusters without a denominator change nothing', () => {
    const rows = randomRows(6, 30, 1);
    const extra = Array.from({ length: 30 }, (_, k) => row(`extra${k}`, 's0', 0, 0));
    expect(summarise([...rows, ...extra], 'ratio', { range: [0, 1] })).toEqual(
      summarise(rows, 'ratio', { range: [0, 1] }),
    );
  });

  test('clusters that could have had rows count where the caller says so', () => {
    const rows = randomRows(7, 30, 1);
    const found = summarise(rows, 'ratio', { range: [0, 1] });
    const n = found.clusters;
    const sampled = summarise(rows, 'ratio', { range: [0, 1], sampled: 100 });
    expect(sampled.value).toBe(found.value);
    expect(sampled.clusters).toBe(n);
    expect(((sampled.se ?? 0) / (found.se ?? 1)) ** 2).toBeCloseTo(((100 / 99) * (n - 1)) / n, 12);
  });
});

describe('macro-average', () => {
  test('of shares never leaves [0, 1], not by a last bit; of ones it is exactly 1', () => {
    const random = uniform(11);
    for (let slices = 1; slices <= 60; slices++) {
      const rows = (num: (den: number) => number): ClusterSum[] =>
        Array.from({ length: 3 * slices }, (_, i) => {
          const den = 1 + Math.floor(random() * 7);
          return row(`c${i}`, `s${i % slices}`, num(den), den);
        });
      expect(
        summarise(
          rows((den) => den),
          'macro',
          { range: [0, 1] },
        ).value,
      ).toBe(1);
      const thirds = rows((den) => (random() < 0.8 ? den : den / 3));
      for (const aggregate of ['macro', { group: () => 'x', weights: { x: 1 }, constant: 0 }] as const) {
        const { value, hi } = summarise(thirds, aggregate, { range: [0, 1] });
        expect(value).toBeLessThanOrEqual(1);
        expect(hi).toBeLessThanOrEqual(1);
      }
    }
  });

  test('of the complements of shares: both ends of a combination are exact', () => {
    const slices = Array.from({ length: 9 }, (_, s) => `${s < 5 ? 'one' : 'two'}=${s}`);
    const combination: Combination = {
      group: (slice) => slice.slice(0, 3),
      weights: { one: 1, two: 1 },
      constant: -1,
    };
    const all = (num: number) => slices.flatMap((slice) => ['a', 'b'].map((cluster) => row(cluster, slice, num, 1)));
    expect(summarise(all(1), combination, { range: [-1, 1] }).value).toBe(1);
    expect(summarise(all(0), combination, { range: [-1, 1] }).value).toBe(-1);
  });

  test('is the plain mean of the slices, its error that of the jackknife', () => {
    for (const seed of [1, 2, 3]) {
      const rows = randomRows(seed, 300, 4);
      const { value, se } = summarise(rows, 'macro', { range: [0, 1] });
      expect(value).toBeCloseTo(macro(rows), 12);
      expect((se ?? 0) / jackknifeError(rows, macro)).toBeCloseTo(1, 1);
    }
  });

  test('slices over the same clusters add within a cluster before squaring', () => {
    // Two slices that mirror each other: every cluster keeps a mean of 1/2, so the average cannot vary.
    const rows = [0, 1, 0, 1, 1].flatMap((v, k) => [row(`c${k}`, 'a', v, 1), row(`c${k}`, 'b', 1 - v, 1)]);
    expect(summarise(rows, 'macro', { range: [0, 1] })).toMatchObject({ value: 0.5, se: 0, clusters: 5 });
  });

  test('slices with clusters of their own have the variance of a mean of independent ratios', () => {
    const random = uniform(9);
    const slices = ['a', 'b', 'c'].map((s, i) =>
      Array.from({ length: 6 + i }, (_, k) => row(`${s}${k}`, s, Math.round(random()), 1)),
    );
    const expected = Math.sqrt(slices.reduce((sum, rows) => sum + ratioError(rows) ** 2, 0)) / 3;
    expect(summarise(slices.flat(), 'macro', { range: [0, 1] }).se).toBeCloseTo(expected, 12);
  });

  test('one slice is a ratio; a slice without denominator is left out', () => {
    const rows = randomRows(4, 20, 1);
    expect(summarise(rows, 'macro', { range: [0, 1] })).toEqual(summarise(rows, 'ratio', { range: [0, 1] }));
    expect(summarise([...rows, row('c1', 'none', 0, 0)], 'macro', { range: [0, 1] })).toEqual(
      summarise(rows, 'macro', { range: [0, 1] }),
    );
  });
});

describe('combinations', () => {
  const discernment: Combination = {
    group: (slice) => (slice === 's0' || slice === 's1' ? 'bd' : 'bc'),
    weights: { bd: 1, bc: 1 },
    constant: -1,
  };
  const value = (rows: readonly ClusterSum[]) =>
    macro(rows.filter((r) => discernment.group(r.slice) === 'bd')) +
    macro(rows.filter((r) => discernment.group(r.slice) === 'bc')) -
    1;

  test('discernment: mean of one group of slices plus mean of the other minus 1', () => {
    const rows = randomRows(11, 300, 5);
    const { value: found, se, lo, hi } = summarise(rows, discernment, { range: [-1, 1] });
    expect(found).toBeCloseTo(value(rows), 12);
    expect((se ?? 0) / jackknifeError(rows, value)).toBeCloseTo(1, 1);
    expect(lo).toBeLessThan(found ?? 0);
    expect(hi).toBeGreaterThan(found ?? 0);
  });

  test('an empty group leaves no value and is named', () => {
    expect(summarise([row('x', 's0', 1, 1), row('y', 's0', 0, 1)], discernment, { range: [-1, 1] })).toMatchObject({
      value: null,
      reason: 'no rows with a denominator in "bc"',
    });
  });
});

describe('nothing to say is said', () => {
  test.each([
    ['no rows', []],
    ['the denominator is 0', [row('x', 'a', 0, 0)]],
  ])('%s', (reason, rows) => {
    for (const aggregate of ['ratio', 'macro'] as const) {
      expect(summarise(rows, aggregate, { range: [0, 1] })).toEqual({
        value: null,
        num: 0,
        den: 0,
        clusters: 0,
        se: null,
        lo: null,
        hi: null,
        reason,
      });
    }
  });

  test('one cluster has a value and no error', () => {
    expect(summarise([row('x', 'a', 1, 4), row('x', 'a', 1, 4)], 'ratio', { range: [0, 1] })).toEqual({
      value: 0.25,
      num: 2,
      den: 8,
      clusters: 1,
      se: null,
      lo: null,
      hi: null,
      reason: 'one cluster: no standard error',
    });
    const lonely = [row('x', 'a', 1, 1), row('y', 'a', 0, 1), row('y', 'b', 1, 1)];
    expect(summarise(lonely, 'macro', { range: [0, 1] })).toMatchObject({
      value: 0.75,
      se: null,
      reason: 'one cluster in "b": no standard error',
    });
  });

  test('an unbounded metric without variation has no interval', () => {
    const flat = [row('x', '', 3, 1), row('y', '', 3, 1)];
    expect(summarise(flat, 'ratio', { range: null })).toMatchObject({
      value: 3,
      se: 0,
      lo: null,
      reason: 'no variation between clusters',
    });
    expect(summarise(flat, 'ratio', { range: [0, 10] })).toMatchObject({ value: 3, se: 0, reason: '' });
  });

  test('a mean of equal decimals varies by rounding alone, so it has no interval either', () => {
    const flat = Array.from({ length: 60 }, (_, i) => row(`c${i}`, '', 7.3, 1));
    expect(summarise(flat, 'ratio', { range: null })).toMatchObject({
      lo: null,
      hi: null,
      reason: 'no variation between clusters',
    });
  });
});
