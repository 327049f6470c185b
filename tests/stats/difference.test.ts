import { describe, expect, test } from 'vitest';
import { macro, ratio, ratioError, slicesOf } from './brute-force.ts';
import { differenceOf, uniform } from './helpers.ts';
import type { ClusterSum } from './tables.ts';

const row = (cluster: string, slice: string, num: number, den: number): ClusterSum => ({ cluster, slice, num, den });

function judge(random: () => number, level: number, clusters: readonly number[], slices: number): ClusterSum[] {
  return clusters.flatMap((k) =>
    Array.from({ length: slices }, (_, s) => row(`c${k}`, `s${s}`, random() < level ? 1 : 0, 1)),
  );
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('paired difference', () => {
  test('with one 0/1 row per cluster it is the error of the mean difference', () => {
    const random = uniform(1);
    const [a, b] = [judge(random, 0.7, range(0, 80), 1), judge(random, 0.5, range(0, 80), 1)];
    const d = a.map((x, i) => x.num - (b[i]?.num ?? 0));
    const mean = d.reduce((s, x) => s + x, 0) / 80;
    const variance = d.reduce((s, x) => s + (x - mean) ** 2, 0) / 79;
    const found = differenceOf({ other: a, base: b });
    expect(found.value).toBeCloseTo(mean, 12);
    expect(found.se).toBeCloseTo(Math.sqrt(variance / 80), 12);
    expect(found.clusters).toBe(80);
  });

  test('macro: equals the mean over slices of paired differences of a cluster', () => {
    const random = uniform(2);
    const [a, b] = [judge(random, 0.7, range(0, 50), 3), judge(random, 0.5, range(0, 50), 3)];
    const perCluster = range(0, 50).map((k) => {
      const own = (rows: ClusterSum[]) => rows.filter((r) => r.cluster === `c${k}`).reduce((s, r) => s + r.num, 0) / 3;
      return own(a) - own(b);
    });
    const mean = perCluster.reduce((s, x) => s + x, 0) / 50;
    const variance = perCluster.reduce((s, x) => s + (x - mean) ** 2, 0) / 49;
    const found = differenceOf({ other: a, base: b }, 'macro');
    expect(found.value).toBeCloseTo(macro(a) - macro(b), 12);
    expect(found.se).toBeCloseTo(Math.sqrt(variance / 50), 12);
    expect(slicesOf(a)).toHaveLength(3);
  });

  test('runs that share no cluster are as good as independent', () => {
    const random = uniform(3);
    const [a, b] = [judge(random, 0.7, range(0, 30), 2), judge(random, 0.5, range(30, 75), 2)];
    const found = differenceOf({ other: a, base: b });
    expect(found.se).toBeCloseTo(Math.hypot(ratioError(a), ratioError(b)), 12);
    expect(found.clusters).toBe(75);
  });

  test('each keeps its own value where they answered different clusters', () => {
    const random = uniform(4);
    const [a, b] = [judge(random, 0.7, range(0, 60), 2), judge(random, 0.5, range(20, 90), 2)];
    expect(differenceOf({ other: a, base: b }).value).toBeCloseTo(ratio(a) - ratio(b), 12);
  });

  test('turning it round changes the sign; p is below 5 % exactly when the interval leaves out 0', () => {
    for (const seed of range(10, 40)) {
      const random = uniform(seed);
      const [a, b] = [judge(random, 0.62, range(0, 40), 2), judge(random, 0.5, range(0, 40), 2)];
      const [there, back] = [differenceOf({ other: a, base: b }), differenceOf({ other: b, base: a })];
      expect(back.value).toBeCloseTo(-(there.value ?? 0), 12);
      expect(back.lo).toBeCloseTo(-(there.hi ?? 0), 12);
      expect((there.p ?? 1) < 0.05).toBe((there.lo ?? 0) > 0 || (there.hi ?? 0) < 0);
    }
  });

  test('equal answers: no difference, but not a certain one', () => {
    const a = judge(uniform(5), 0.5, range(0, 100), 1);
    const found = differenceOf({ other: a, base: a });
    expect(found).toMatchObject({ value: 0, se: 0, p: 1 });
    // 0 of 100 clusters differ: at most 3.6 % do (Clopper–Pearson).
    expect(found.hi).toBeCloseTo(0.03622, 5);
    expect(found.lo).toBeCloseTo(-0.03622, 5);
  });

  test('always right against always wrong: three clusters prove nothing, twenty do', () => {
    const all = (n: number, num: number) => range(0, n).map((k) => row(`c${k}`, '', num, 1));
    expect(differenceOf({ other: all(3, 1), base: all(3, 0) }).p).toBe(0.25);
    expect(differenceOf({ other: all(20, 1), base: all(20, 0) })).toMatchObject({
      value: 1,
      hi: 1,
      p: 2 ** -19,
    });
  });

  test('the test has one degree of freedom less than clusters', () => {
    const of = (...nums: readonly number[]) => nums.map((num, k) => row(`c${k}`, '', num, 1));
    // Differences 1, 1, 0: mean 2/3, SE 1/3, t = 2; of Student’s t with 2 degrees of freedom, p = 1 − t/√(t² + 2).
    expect(differenceOf({ other: of(1, 1, 0), base: of(0, 0, 0) }).p).toBeCloseTo(1 - 2 / Math.sqrt(6), 12);
  });

  test('a single cluster has no error', () => {
    const a = judge(uniform(6), 0.5, range(0, 1), 1);
    expect(differenceOf({ other: a, base: a })).toMatchObject({ value: 0, se: null, p: null });
  });
});
