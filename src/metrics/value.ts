import { summarise } from '../stats/cluster.ts';
import { none, type Outcome, some } from '../stats/outcome.ts';
import type { Metric, Repeats } from './metric.ts';
import { reading, sliceRows } from './reading.ts';
import type { Slice } from './slice.ts';
import type { SliceSum } from './sums.ts';

/**
 * Value of a metric, in its natural unit, from one run's sums over the rows it reads; without error and interval. Splits are not
 * to be mixed: where there are several, want one.
 */
export function metricValue(
  metric: Metric,
  sums: readonly SliceSum[],
  wanted: Slice = {},
  repeats: Repeats = 'mean',
): Outcome<number> {
  const how = reading(metric, repeats);
  if (metric.derive !== null) return metric.derive(sliceRows(sums, ['repeat'], wanted), repeats);
  if (how === null) return none('not a function of one run’s sums');
  const rows = sliceRows(sums, how.keys, wanted).map((row) => ({ ...row, cluster: '' }));
  const { value, reason } = summarise(rows, how.aggregate, metric.range);
  return value === null ? none(reason) : some(value);
}
