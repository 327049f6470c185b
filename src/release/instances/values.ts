import { metricById } from '../../metrics/index.ts';
import type { KnownSlices } from '../../metrics/listed-slices.ts';
import type { Metric } from '../../metrics/metric.ts';
import { number, type Query, text } from '../../metrics/query.ts';
import { reading, sliceRows } from '../../metrics/reading.ts';
import { parseSlice, type Slice } from '../../metrics/slice.ts';
import type { SliceSum } from '../../metrics/sums.ts';
import { type ClusterSum, type Estimate, estimate, type Summary, summary, sumTables } from '../../stats/cluster.ts';

export async function knownSlices(query: Query): Promise<KnownSlices> {
  const rows = await query('SELECT DISTINCT metric, slice FROM contributions ORDER BY metric, slice');
  const slices = new Map<string, string[]>();
  for (const row of rows) {
    const metric = text(row, 'metric');
    slices.set(metric, [...(slices.get(metric) ?? []), text(row, 'slice')]);
  }
  return slices;
}

/** One run's value of a metric in a slice, in the metric's natural unit. */
export interface RunValue {
  readonly summary: Summary;
  /** Null where there is no value, or where it has no error. */
  readonly estimate: Estimate | null;
  /** Denominator of one repeat: their mean. */
  readonly n: number;
  /** Slices that are averaged or combined, for example bias types; 1 for plain ratios. */
  readonly parts: number;
}

const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** `(metric, slice, cut)`: the wanted slices of the metric's rows, each with what is left of it when it is cut to the keys that stay apart. */
export function cuts(known: KnownSlices, metric: Metric, keys: readonly string[], wanted: Slice): string[] {
  return metric.rows.flatMap((id) =>
    (known.get(id) ?? []).flatMap((slice) => {
      const [cut] = sliceRows([{ slice }], keys, wanted);
      return cut === undefined ? [] : [`(${literal(id)}, ${literal(slice)}, ${literal(cut.slice)})`];
    }),
  );
}

export const mapping = (values: readonly string[]): string =>
  `(VALUES ${values.join(', ')}) AS cuts(metric, slice, cut)`;

async function clusterRows(query: Query, values: readonly string[]): Promise<Map<string, ClusterSum[]>> {
  const rows = await query(`SELECT run, cluster, cut, sum(num) AS num, sum(den) AS den
FROM contributions JOIN ${mapping(values)} USING (metric, slice) GROUP BY run, cluster, cut ORDER BY run, cluster, cut`);
  const runs = new Map<string, ClusterSum[]>();
  for (const row of rows) {
    const run = text(row, 'run');
    const sums = runs.get(run) ?? [];
    runs.set(run, sums);
    sums.push({
      cluster: text(row, 'cluster'),
      slice: text(row, 'cut'),
      num: number(row, 'num'),
      den: number(row, 'den'),
    });
  }
  return runs;
}

const repeatsIn = (rows: readonly { readonly slice: string }[]): number =>
  new Set(rows.map(({ slice }) => parseSlice(slice).get('repeat') ?? '')).size;

const partsIn = (rows: readonly { readonly slice: string }[]): number =>
  new Set(rows.map(({ slice }) => slice.replace(/;?repeat=[^;]*$/, ''))).size;

async function derivedValues(query: Query, metric: Metric, values: readonly string[]): Promise<Map<string, RunValue>> {
  const rows =
    await query(`SELECT run, cut, count(*)::DOUBLE AS n, sum(num) AS num, sum(den) AS den, sum(num * num) AS squares
FROM contributions JOIN ${mapping(values)} USING (metric, slice) GROUP BY run, cut ORDER BY run, cut`);
  const sums = rows.map((row): SliceSum => {
    const [n, num, den, squares] = ['n', 'num', 'den', 'squares'].map((c) => number(row, c));
    return {
      run: text(row, 'run'),
      metric: metric.id,
      slice: text(row, 'cut'),
      n: n ?? 0,
      num: num ?? 0,
      den: den ?? 0,
      squares: squares ?? 0,
    };
  });
  return new Map(
    [...Map.groupBy(sums, (s) => s.run)].map(([run, own]) => {
      const { value = null, reason = '' } = metric.derive?.(own, 'mean') ?? {};
      const [num, den] = [own.reduce((t, s) => t + s.num, 0), own.reduce((t, s) => t + s.den, 0)];
      const noError = reason === '' ? 'its standard error is not worked out' : reason;
      const found = { value, num, den, clusters: 0, se: null, lo: null, hi: null, reason: noError };
      return [run, { summary: found, estimate: null, n: Math.round(den / repeatsIn(own)), parts: 1 }];
    }),
  );
}

/**
 * How many clusters could have had rows where labels decide which have: as many as have rows of the metric that takes every
 * labelled instance of the same split. 0 where those with rows are all that there are.
 */
export async function sampledClusters(
  query: Query,
  known: KnownSlices,
  metric: Metric,
  { split }: Slice,
): Promise<number> {
  const whole = metricById(metric.sampledAs ?? '');
  if (whole === undefined) return 0;
  const values = cuts(known, whole, [], split === undefined ? {} : { split });
  if (values.length === 0) return 0;
  const [row] = await query(`SELECT count(DISTINCT cluster)::DOUBLE AS n
FROM contributions JOIN ${mapping(values)} USING (metric, slice)`);
  return row === undefined ? 0 : number(row, 'n');
}

/**
 * Values of a metric in a slice for every run that has rows there, from the table `contributions` of the current
 * database. The estimates are over the same clusters, so that they can be compared in pairs.
 */
export async function runValues(
  query: Query,
  known: KnownSlices,
  metric: Metric,
  wanted: Slice,
): Promise<Map<string, RunValue>> {
  const how = reading(metric);
  const values = cuts(known, metric, how?.keys ?? ['repeat'], wanted);
  if (values.length === 0) return new Map();
  if (metric.derive !== null) return derivedValues(query, metric, values);
  if (how === null) return new Map();
  const runs = await clusterRows(query, values);
  const sampled = await sampledClusters(query, known, metric, wanted);
  const tables = sumTables([...runs.values()], how.aggregate, sampled);
  return new Map(
    [...runs].map(([run, rows], i) => {
      const table = tables[i];
      if (table === undefined) throw new Error(`no table of ${run}`);
      const found = estimate(table);
      const whole = summary(found, metric.range);
      return [
        run,
        { summary: whole, estimate: found.value, n: Math.round(whole.den / repeatsIn(rows)), parts: partsIn(rows) },
      ];
    }),
  );
}

/** Number of instances behind each run's value. */
export async function instancesBehind(
  query: Query,
  known: KnownSlices,
  metric: Metric,
  wanted: Slice,
): Promise<ReadonlyMap<string, number>> {
  const values = cuts(known, metric, [], wanted);
  if (values.length === 0) return new Map();
  const rows = await query(`SELECT run, count(DISTINCT instance)::DOUBLE AS n
FROM contributions JOIN ${mapping(values)} USING (metric, slice) GROUP BY run`);
  return new Map(rows.map((row) => [text(row, 'run'), number(row, 'n')]));
}
