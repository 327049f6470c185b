import type { ClusterSum } from '../stats/cluster.ts';
import { bound, type Condition, number, type Query, type Row, type Statement, text } from './query.ts';

/** Which stored contributions are summed. */
export interface Selection {
  /** Ids of metrics with rows of their own (`Metric.rows`). */
  readonly metrics: readonly string[];
  /** On the columns of `instances`. */
  readonly where: Condition;
  /** Common support: only what each of these runs has a contribution for, whatever the repeat or the parse status; null = every run's own rows. */
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

export interface RunClusterSum extends ClusterSum {
  readonly run: string;
  readonly metric: string;
}

/** What a row is about: its slice without what the run itself brought, its repeat and how its answer was read. */
export const UNREPEATED = `regexp_replace(slice, '(^|;)(parse|repeat)=[^;]*', '', 'g')`;

/** Rows of `contributions` (run, cluster, instance, metric, slice, num, den) that are selected. */
export function selectedContributions({ metrics, where, shared }: Selection): Statement {
  const own = `SELECT * FROM contributions
WHERE metric IN (${bound(metrics)}) AND instance IN (SELECT instance FROM instances WHERE ${where.sql})`;
  const params = [...metrics, ...where.params];
  if (shared === null) return { sql: own, params };
  return {
    sql: `${own} AND run IN (${bound(shared)}) AND (metric, instance, ${UNREPEATED}) IN (
  SELECT (metric, instance, ${UNREPEATED}) FROM contributions WHERE run IN (${bound(shared)})
  GROUP BY metric, instance, ${UNREPEATED} HAVING count(DISTINCT run) = ?)`,
    params: [...params, ...shared, ...shared, shared.length],
  };
}

/** Sums per run, metric and slice of rows of contributions: all that values need. */
export async function sliceSums(query: Query, { sql, params }: Statement): Promise<readonly SliceSum[]> {
  const rows = await query(
    `SELECT run, metric, slice, count(*)::DOUBLE AS n, sum(num) AS num, sum(den) AS den, sum(num * num) AS squares
FROM (${sql}) GROUP BY run, metric, slice ORDER BY run, metric, slice`,
    params,
  );
  return rows.map((row) => ({ ...keyed(row), n: number(row, 'n'), squares: number(row, 'squares') }));
}

/** Sums per run, metric, cluster and slice of rows of contributions: all that errors and intervals need. */
export async function clusterSums(query: Query, { sql, params }: Statement): Promise<readonly RunClusterSum[]> {
  const rows = await query(
    `SELECT run, metric, cluster, slice, sum(num) AS num, sum(den) AS den
FROM (${sql}) GROUP BY run, metric, cluster, slice ORDER BY run, metric, cluster, slice`,
    params,
  );
  return rows.map((row) => ({ ...keyed(row), cluster: text(row, 'cluster') }));
}

/**
 * Cluster sums with equal clusters put together (`copies`), for values and errors of single runs: a few hundred rows instead of one
 * per run and case, since most contributions are 0 or 1. A cluster's name is the place of its pattern.
 */
export async function patternSums(query: Query, { sql, params }: Statement): Promise<readonly RunClusterSum[]> {
  const rows = await query(
    `SELECT run, metric, count(*)::DOUBLE AS copies, slices, nums, dens FROM (
  SELECT run, metric, list(slice ORDER BY slice) AS slices, list(num ORDER BY slice) AS nums, list(den ORDER BY slice) AS dens
  FROM (SELECT run, metric, cluster, slice, sum(num) AS num, sum(den) AS den FROM (${sql}) GROUP BY run, metric, cluster, slice)
  GROUP BY run, metric, cluster)
GROUP BY run, metric, slices, nums, dens ORDER BY run, metric, slices, nums, dens`,
    params,
  );
  return rows.flatMap((row, i) => {
    const [nums, dens] = [numbers(row, 'nums'), numbers(row, 'dens')];
    const pattern = {
      run: text(row, 'run'),
      metric: text(row, 'metric'),
      cluster: String(i),
      copies: number(row, 'copies'),
    };
    return Array.from(row['slices'] as Iterable<unknown>, (slice, k) => ({
      ...pattern,
      slice: String(slice),
      num: nums[k] ?? 0,
      den: dens[k] ?? 0,
    }));
  });
}

const numbers = (row: Row, column: string): number[] => Array.from(row[column] as Iterable<unknown>, Number);

function keyed(row: Row) {
  return {
    run: text(row, 'run'),
    metric: text(row, 'metric'),
    slice: text(row, 'slice'),
    num: number(row, 'num'),
    den: number(row, 'den'),
  };
}
