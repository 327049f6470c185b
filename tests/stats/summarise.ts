import { estimate, estimateSummary, type Summary } from '../../src/stats/cluster.ts';
import { none } from '../../src/stats/outcome.ts';
import { type Aggregate, type ClusterSum, sumTables } from './tables.ts';

/** Summary of one run from its cluster sums; `sampled` as for `sumTables`. */
export function summarise(
  rows: readonly ClusterSum[],
  aggregate: Aggregate,
  { range, sampled = 0 }: { readonly range: readonly [number, number] | null; readonly sampled?: number | undefined },
): Summary {
  const [table] = sumTables([rows], aggregate, sampled);
  return estimateSummary(table === undefined ? none('no rows') : estimate(table), range);
}
