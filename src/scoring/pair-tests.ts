import type { Metric } from '../metrics/metric.ts';
import { reading } from '../metrics/reading.ts';
import type { Slice } from '../schema/slice.ts';
import { type SharedDifference, sharedDifferences } from '../stats/shared.ts';
import type { BoardSums, MetricSums } from './board-sums.ts';

/** Difference of two runs by their ids over the judgments that both have. */
export type PairTests = (other: string, base: string) => SharedDifference;

/** Makes the paired tests of all runs that have rows of a metric in a slice; null where the metric has no error worked out. */
export function pairTests(
  { runs }: BoardSums,
  { sums, held, holders }: MetricSums,
  { metric, slice }: { readonly metric: Metric; readonly slice: Slice },
): PairTests | null {
  const how = reading(metric, slice);
  if (how === null) return null;
  const sampled = sums.sampled(metric, slice);
  const tests = sharedDifferences(held, { holders, aggregate: how.aggregate, range: metric.range, sampled });
  const placeOf = new Map(runs.map((run, i) => [run, i]));
  return (other, base) => tests(placeOf.get(other) ?? -1, placeOf.get(base) ?? -1);
}

const UNTESTED: SharedDifference = {
  ...{ value: null, clusters: 0, se: null, lo: null, hi: null, p: null, shared: 0, of: 0 },
  reason: 'the standard error is not worked out',
};

/** Gives tests in another unit: differences and their ends times `scale`, or no test where the metric has no error worked out. */
export function scaledTests(tests: PairTests | null, scale: number): PairTests {
  if (tests === null) return () => UNTESTED;
  const scaled = (x: number | null): number | null => (x === null ? null : x * scale);
  return (other, base) => {
    const found = tests(other, base);
    return { ...found, value: scaled(found.value), se: scaled(found.se), lo: scaled(found.lo), hi: scaled(found.hi) };
  };
}
