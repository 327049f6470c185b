import type { Metric } from '../../metrics/metric.ts';
import { bound, type Condition, number, type Query, text } from '../../metrics/query.ts';
import { reading, sliceRows } from '../../metrics/reading.ts';
import { parseSlice, type Slice } from '../../metrics/slice.ts';
import { patternSums, type RunClusterSum } from '../../metrics/sums.ts';
import { type ClusterSum, summarise } from '../../stats/cluster.ts';

/** A value with its interval, and how much it rests on. */
export interface Estimated {
  /** In the metric's natural unit; null with a reason. */
  readonly value: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Sum of the denominators, of one repeat. */
  readonly n: number;
  readonly clusters: number;
  /** What is missing and why; '' when nothing is. */
  readonly reason: string;
}

const repeatOf = (slice: string): string => parseSlice(slice).get('repeat') ?? '';

/** The value of a metric from one run's cluster sums; `sampled` as for `sumTables`. */
export function estimated(metric: Metric, rows: readonly ClusterSum[], wanted: Slice = {}, sampled = 0): Estimated {
  const how = reading(metric);
  if (how === null) return { value: null, lo: null, hi: null, n: 0, clusters: 0, reason: 'no ratio of sums' };
  const own = sliceRows(rows, how.keys, wanted);
  const { value, lo, hi, den, clusters, reason } = summarise(own, how.aggregate, metric.range, sampled);
  const repeats = new Set(own.map(({ slice }) => repeatOf(slice))).size;
  return { value, lo, hi, n: Math.round(den / Math.max(1, repeats)), clusters, reason };
}

/** `=` is faster than a list of one. */
const oneOf = (column: string, values: readonly string[]): string =>
  values.length === 1 ? `${column} = ?` : `${column} IN (${bound(values)})`;

/** Cluster sums of metrics over the selected cases, of the runs named or of all. */
export function selectedSums(
  query: Query,
  metrics: readonly Metric[],
  where: Condition,
  runs: readonly string[] | null,
): Promise<readonly RunClusterSum[]> {
  const ids = [...new Set(metrics.flatMap(({ rows }) => rows))];
  const own = runs === null ? '' : ` AND ${oneOf('run', runs)}`;
  return patternSums(query, {
    sql: `SELECT * FROM contributions WHERE ${oneOf('metric', ids)}${own}
AND instance IN (SELECT instance FROM instances WHERE ${where.sql})`,
    params: [...ids, ...(runs ?? []), ...where.params],
  });
}

/**
 * Number of clusters with rows of a metric, by split. So many could have had rows of another metric where labels decide which have
 * (`sampledAs`).
 */
export async function sampledBySplit(
  query: Query,
  metric: Pick<Metric, 'sampledAs'>,
  where: Condition,
): Promise<ReadonlyMap<string, number>> {
  if (metric.sampledAs === undefined) return new Map();
  const rows = await query(
    `SELECT split, count(DISTINCT cluster)::DOUBLE AS n FROM instances
WHERE instance IN (SELECT instance FROM contributions WHERE metric = ?) AND (${where.sql}) GROUP BY split`,
    [metric.sampledAs, ...where.params],
  );
  return new Map(rows.map((row) => [text(row, 'split'), number(row, 'n')]));
}
