import { number, type Query, type QueryRow, type Statement, text } from '../sql/query.ts';
import { bound } from '../sql/quote.ts';
import type { ClusterSum } from '../stats/cluster.ts';
import type { Condition } from './query.ts';

/** Which stored contributions are summed. */
export interface SumSelection {
  /** Ids of metrics with rows of their own (`Metric.rows`). */
  readonly metrics: readonly string[];
  /** On the columns of `instances`. */
  readonly where: Condition;
  /**
   * Restricts rows to judgments that each of these runs has a contribution for, whatever the repeat or the parse status; null = every run's
   * own rows.
   */
  readonly shared: readonly string[] | null;
}

/** Sums of a run's contributions to one metric in one slice; `squares` = Σnum². */
export interface SliceSum {
  readonly run: string;
  readonly metric: string;
  readonly slice: string;
  readonly n: number;
  readonly num: number;
  readonly den: number;
  readonly squares: number;
}

/** Sums of one run and metric over a cluster and slice. */
export interface RunClusterSum extends ClusterSum {
  readonly run: string;
  readonly metric: string;
}

/** The question behind a row: its slice without repeat and parse status, which depend on the run. */
export const UNREPEATED = `regexp_replace(slice, '(^|;)(parse|repeat)=[^;]*', '', 'g')`;

/** Writes the condition on rows of contributions: each of the runs has one for the same, whatever the repeat or the parse status. */
export function sharedBy(runs: readonly string[]): Statement {
  return {
    sql: `(metric, instance, ${UNREPEATED}) IN (
  SELECT (metric, instance, ${UNREPEATED}) FROM contributions WHERE run IN (${bound(runs)})
  GROUP BY metric, instance, ${UNREPEATED} HAVING count(DISTINCT run) = ?)`,
    params: [...runs, runs.length],
  };
}

/** Selects rows of `contributions` (run, cluster, instance, metric, slice, num, den) that are selected. */
export function selectedContributions({ metrics, where, shared }: SumSelection): Statement {
  const own = `SELECT * FROM contributions
WHERE metric IN (${bound(metrics)}) AND instance IN (SELECT instance FROM instances WHERE ${where.sql})`;
  const params = [...metrics, ...where.params];
  if (shared === null) return { sql: own, params };
  const both = sharedBy(shared);
  return {
    sql: `${own} AND run IN (${bound(shared)}) AND ${both.sql}`,
    params: [...params, ...shared, ...both.params],
  };
}

/** Selects the sums per run, metric and slice of rows of contributions: all that values need. */
export async function querySliceSums(query: Query, { sql, params }: Statement): Promise<readonly SliceSum[]> {
  const rows = await query(
    `SELECT run, metric, slice, count(*)::DOUBLE AS n, sum(num) AS num, sum(den) AS den, sum(num * num) AS squares
FROM (${sql}) GROUP BY run, metric, slice ORDER BY run, metric, slice`,
    params,
  );
  return rows.map((row) => ({ ...keyedSum(row), n: number(row, 'n'), squares: number(row, 'squares') }));
}

/** Selects the sums per run, metric, cluster and slice of rows of contributions: all that errors and intervals need. */
export async function queryClusterSums(query: Query, { sql, params }: Statement): Promise<readonly RunClusterSum[]> {
  const rows = await query(
    `SELECT run, metric, cluster, slice, sum(num) AS num, sum(den) AS den
FROM (${sql}) GROUP BY run, metric, cluster, slice ORDER BY run, cluster, slice, metric`,
    params,
  );
  return rows.map((row) => ({ ...keyedSum(row), cluster: text(row, 'cluster') }));
}

/**
 * Selects cluster sums with equal clusters put together (`copies`, under the name of one of them), for values and errors of single runs: some
 * hundred rows instead of one per run and case, since most contributions are 0 or 1. Equal sums in equal slices make clusters equal; they are
 * known by 64 bits of a hash, hashed once more: the last value enters DuckDB's combined hash by exclusive or, which would cancel
 * out where two slices have swapped their denominators.
 */
export async function patternSums(query: Query, { sql, params }: Statement): Promise<readonly RunClusterSum[]> {
  const rows = await query(
    `WITH sums AS MATERIALIZED (
  SELECT run, metric, cluster, slice, sum(num) AS num, sum(den) AS den FROM (${sql}) GROUP BY run, metric, cluster, slice),
patterns AS (
  SELECT run, metric, min(cluster) AS cluster, count(*)::DOUBLE AS copies FROM (
    SELECT run, metric, cluster, bit_xor(hash(hash(slice, num, den))) AS pattern FROM sums GROUP BY run, metric, cluster)
  GROUP BY run, metric, pattern)
SELECT run, metric, cluster, slice, num, den, copies FROM sums JOIN patterns USING (run, metric, cluster)
ORDER BY run, metric, cluster, slice`,
    params,
  );
  return rows.map((row) => ({ ...keyedSum(row), cluster: text(row, 'cluster'), copies: number(row, 'copies') }));
}

function keyedSum(row: QueryRow) {
  return {
    run: text(row, 'run'),
    metric: text(row, 'metric'),
    slice: text(row, 'slice'),
    num: number(row, 'num'),
    den: number(row, 'den'),
  };
}
