import type { LabelCount } from '../../src/stats/agreement.ts';
import {
  type Difference,
  difference,
  EVERYTHING,
  estimate,
  estimateSummary,
  type Pairing,
  type SharedRun,
  type Summary,
  sharedDifferences,
} from '../../src/stats/cluster.ts';
import { none } from '../../src/stats/intervals.ts';
import { type Aggregate, type ClusterSum, sumTables } from './tables.ts';

/** A run's points by judgment: the share of points is tested. */
export type Answers = ReadonlyMap<number, number>;

/** Tests runs by their share of points, each over the judgments that both have. */
export function ratioDifferences(
  runs: readonly Answers[],
  clusterOf: (judgment: number) => number,
): ReturnType<typeof sharedDifferences> {
  const most = Math.max(0, ...runs.flatMap((run) => [...run.keys()])) + 1;
  const clusters = Math.max(0, ...runs.flatMap((run) => [...run.keys()].map(clusterOf))) + 1;
  const isIn = (bits: Uint32Array, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  return sharedDifferences(
    runs.map((run): SharedRun => {
      const over = (bits: Uint32Array) => {
        const [num, den] = [new Float64Array(clusters), new Float64Array(clusters)];
        for (const [judgment, points] of run) {
          if (!isIn(bits, judgment)) continue;
          const k = clusterOf(judgment);
          num[k] = (num[k] ?? 0) + points;
          den[k] = (den[k] ?? 0) + 1;
        }
        return estimate({ combination: EVERYTHING, sampled: 0, slices: [''], num, den }).value;
      };
      const judgments = new Uint32Array(Math.ceil(most / 32));
      for (const at of run.keys()) judgments[at >>> 5] = (judgments[at >>> 5] ?? 0) | (1 << (at & 31));
      return { judgments, whole: over(judgments), over };
    }),
    [0, 1],
  );
}

/** Cohen's kappa, (p_o − p_e)/(1 − p_e), from the definition (Educ. Psychol. Meas. 20, 1960); NaN where it has none. */
export function kappa(counts: readonly LabelCount[]): number {
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const share = (of: (count: LabelCount) => boolean): number =>
    counts.reduce((sum, count) => sum + (of(count) ? count.n : 0), 0) / total;
  const labels = new Set(counts.flatMap(({ a, b }) => [a, b]));
  const chance = [...labels].reduce(
    (sum, label) => sum + share(({ a }) => a === label) * share(({ b }) => b === label),
    0,
  );
  return (share(({ a, b }) => a === b) - chance) / (1 - chance);
}

/** The difference of two runs of shares, by the steps of the pages: tables over the same clusters, two estimates, what lies between. */
export function differenceOf(runs: Pairing<readonly ClusterSum[]>, aggregate: Aggregate = 'ratio'): Difference {
  const [other, base] = sumTables([runs.other, runs.base], aggregate).map((table) => estimate(table).value);
  if (!other || !base) throw new Error('a run has no value');
  return difference({ other, base }, [0, 1]);
}

/** Uniform numbers in [0, 1) from a seed (mulberry32), the same on every machine. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Standard normal numbers (Box and Muller). */
export function normal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Summary of one run from its cluster sums; `sampled` as for `sumTables`. */
export function summarise(
  rows: readonly ClusterSum[],
  aggregate: Aggregate,
  { range, sampled = 0 }: { readonly range: readonly [number, number] | null; readonly sampled?: number | undefined },
): Summary {
  const [table] = sumTables([rows], aggregate, sampled);
  return estimateSummary(table === undefined ? none('no rows') : estimate(table), range);
}
