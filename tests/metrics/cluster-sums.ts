import { number, type Query, text } from '../../src/sql/query.ts';
import type { ClusterSum } from '../stats/tables.ts';

/** Sums of one run and metric over a cluster and slice. */
export interface RunClusterSum extends ClusterSum {
  readonly run: string;
  readonly metric: string;
}

/** Adds contributions up by a statement, per run, metric, cluster and slice. */
export async function clusterSums(
  query: Query,
  sql: string,
  params: readonly string[] = [],
): Promise<readonly RunClusterSum[]> {
  const rows = await query(
    `SELECT run, metric, cluster, slice, sum(num) AS num, sum(den) AS den
FROM (${sql}) GROUP BY ALL ORDER BY run, cluster, slice, metric`,
    params,
  );
  return rows.map((row) => ({
    ...{ run: text(row, 'run'), metric: text(row, 'metric') },
    ...{ cluster: text(row, 'cluster'), slice: text(row, 'slice') },
    ...{ num: number(row, 'num'), den: number(row, 'den') },
  }));
}
