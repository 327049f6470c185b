import type { KnownSlices } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { bound, EVERYWHERE, number, type Query, type Statement } from '../metrics/query.ts';
import { sliceRows } from '../metrics/reading.ts';
import type { RunPair } from '../metrics/sides.ts';
import { clusterSums, type RunClusterSum, selectedContributions } from '../metrics/sums.ts';
import type { Support } from '../stats/difference.ts';
import type { Measure } from './lines.ts';

/** What is compared, and over which rows: `union`, each run's own; `shared`, only what both have rows for. */
export interface PairQuestion extends RunPair {
  readonly protocol: string;
  readonly support: Support;
}

/** A metric's rows of the two runs on a support, as contributions. */
export function pairRows({ rows }: Metric, { first, second, support }: PairQuestion): Statement {
  if (support === 'shared') return selectedContributions({ metrics: rows, where: EVERYWHERE, shared: [first, second] });
  return {
    sql: `SELECT * FROM contributions WHERE metric IN (${bound(rows)}) AND run IN (?, ?)`,
    params: [...rows, first, second],
  };
}

/** Sums of each run. */
export interface PairSums {
  readonly first: readonly RunClusterSum[];
  readonly second: readonly RunClusterSum[];
}

/** Sums per cluster and slice of a metric's rows, for both runs. */
export async function pairSums(query: Query, metric: Metric, question: PairQuestion): Promise<PairSums> {
  const sums = await clusterSums(query, pairRows(metric, question));
  return {
    first: sums.filter(({ run }) => run === question.first),
    second: sums.filter(({ run }) => run === question.second),
  };
}

/** Clusters of either run that could have had rows where labels decide which have (`Metric.sampledAs`); 0 where all have. */
export async function sampledInPair(
  query: Query,
  { metric, slice }: Measure,
  known: KnownSlices,
  { first, second }: PairQuestion,
): Promise<number> {
  const { sampledAs = '' } = metric;
  const split = slice['split'];
  const wanted = split === undefined ? {} : { split };
  const own = (known.get(sampledAs) ?? []).map((text) => ({ slice: text, original: text }));
  const slices = sliceRows(own, [], wanted).map(({ original }) => original);
  if (slices.length === 0) return 0;
  const [row] = await query(
    `SELECT count(DISTINCT cluster)::DOUBLE AS n FROM contributions
WHERE metric = ? AND run IN (?, ?) AND slice IN (${bound(slices)})`,
    [sampledAs, first, second, ...slices],
  );
  return row === undefined ? 0 : number(row, 'n');
}
