import { parseSlice, type Slice } from '../schema/slice.ts';
import { number, type Query, type Statement, text } from '../sql/query.ts';
import { bound, listedTable } from '../sql/quote.ts';
import { type Estimate, estimate, estimateSummary, type Summary, type SumTable, sumTables } from '../stats/cluster.ts';
import type { Outcome } from '../stats/outcome.ts';
import { facetSql } from './facet.ts';
import type { KnownSlices } from './listed-slices.ts';
import type { Metric } from './metric.ts';
import { type Condition, EVERYWHERE } from './query.ts';
import { reading, sliceRows } from './reading.ts';
import { encodedSql } from './slice-sql.ts';
import { patternSums, queryClusterSums, querySliceSums, type RunClusterSum, type SliceSum, sharedBy } from './sums.ts';

/** Which contributions are read; a field that is left out restricts nothing. */
export interface SumsQuestion {
  readonly metrics: readonly Metric[];
  readonly runs?: readonly string[];
  /** On the columns of `instances`. */
  readonly where?: Condition;
  /** Reads only what belongs to one slice of a single metric, so that the sums of millions of judgments stay small. */
  readonly only?: { readonly slice: Slice; readonly known: KnownSlices };
  /** A facet of `instances` whose value becomes one more pair of each slice, `facet=…`. */
  readonly facet?: string;
  /** Given where runs are compared, cluster by cluster: over all that each has, or over what each of `runs` has a contribution for. */
  readonly support?: 'union' | 'shared';
  /** Contributions (run, cluster, instance, metric, slice, num, den) that are read in place of the stored ones. */
  readonly from?: Statement;
}

/** Sums of contributions by run, from which values are computed. */
export interface Sums {
  readonly clusters: ReadonlyMap<string, readonly RunClusterSum[]>;
  /** Sums by slice, of the metrics whose value is another function of their sums than a ratio. */
  readonly slices: ReadonlyMap<string, readonly SliceSum[]>;
  /** Clusters that could have had rows of a metric in a slice where labels decide which have (`Metric.sampledAs`); 0 where all have. */
  readonly sampled: (metric: Metric, slice: Slice) => number;
  /** True where the rows are those of a selection of cases, out of all for which they were worked out. */
  readonly selected?: true;
}

/** One run's value of a metric in a slice, in the metric's natural unit. */
export interface RunValue {
  readonly summary: Summary;
  /** Null where there is no value, or where it has no error. Estimates of one call are over the same clusters. */
  readonly estimate: Estimate | null;
  /** Denominator of one repeat: their mean. */
  readonly n: number;
  /** Slices that are averaged or combined, for example bias types; 1 for plain ratios. */
  readonly parts: number;
}

const NOTHING: Summary = {
  ...{ value: null, num: 0, den: 0, clusters: 0, se: null, lo: null, hi: null },
  reason: 'no rows',
};

/** The value of a run without rows. */
export const NO_VALUE: RunValue = { summary: NOTHING, estimate: null, n: 0, parts: 0 };

/** `=` is faster than a list of one. */
const oneOf = (column: string, values: readonly string[]): string =>
  values.length === 1 ? `${column} = ?` : `${column} IN (${bound(values)})`;

/** A stored slice that is wanted, and the same cut to the wanted keys and those that stay apart. */
type SliceCut = readonly [metric: string, slice: string, cut: string];

function cutsOf(metric: Metric, { known, slice }: NonNullable<SumsQuestion['only']>): readonly SliceCut[] {
  const keys = [...Object.keys(slice), ...(reading(metric, slice)?.keys ?? ['repeat'])];
  return metric.rows.flatMap((id) =>
    (known.get(id) ?? []).flatMap((own): SliceCut[] => {
      const [cut] = sliceRows([{ slice: own }], keys, slice);
      return cut === undefined ? [] : [[id, own, cut.slice]];
    }),
  );
}

/** Stored slices of a metric's rows that become one when they are cut. */
export interface CutPart {
  readonly metric: string;
  readonly slice: string;
  readonly stored: ReadonlySet<string>;
}

/** Gives the parts that a value is made of, in the order of their slices. */
export function cutParts(metric: Metric, only: NonNullable<SumsQuestion['only']>): readonly CutPart[] {
  return [...Map.groupBy(cutsOf(metric, only), ([id, , cut]) => JSON.stringify([cut, id]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => {
      const [[id = '', , slice = ''] = []] = own;
      return { metric: id, slice, stored: new Set(own.map(([, one]) => one)) };
    });
}

/** Makes the table `cuts` (metric, slice, cut) of the rows of metrics that belong to a slice. */
function cutTable(metrics: readonly Metric[], only: NonNullable<SumsQuestion['only']>): string {
  const cuts = metrics.flatMap((metric) => cutsOf(metric, only));
  return listedTable('cuts', { metric: 'VARCHAR', slice: 'VARCHAR', cut: 'VARCHAR' }, cuts);
}

/** Selects the rows of stored contributions, or of `from`, that are cut to what `only` keeps apart. */
function cutRows({ metrics, only, from }: SumsQuestion): Statement {
  const [sql, params] = from === undefined ? ['contributions', []] : [`(${from.sql})`, from.params];
  if (only === undefined) return { sql: `SELECT * FROM ${sql}`, params };
  return {
    sql: `SELECT run, cluster, instance, metric, cut AS slice, num, den FROM ${sql} JOIN ${cutTable(metrics, only)} USING (metric, slice)`,
    params,
  };
}

/** Selects the contributions that are read. */
function selectedRows(question: SumsQuestion): Statement {
  const { metrics, runs, where = EVERYWHERE, facet, support } = question;
  const ids = [...new Set(metrics.flatMap(({ rows }) => rows))];
  const { sql, params } = cutRows(question);
  const conditions: Statement[] = [
    { sql: oneOf('metric', ids), params: ids },
    ...(runs === undefined ? [] : [{ sql: oneOf('run', runs), params: runs }]),
    ...(where === EVERYWHERE
      ? []
      : [{ sql: `instance IN (SELECT instance FROM instances WHERE ${where.sql})`, params: where.params }]),
    ...(support === 'shared' && runs !== undefined ? [sharedBy(runs)] : []),
  ];
  const rows = {
    sql: `SELECT * FROM (${sql}) WHERE ${conditions.map((c) => c.sql).join(' AND ')}`,
    params: [...params, ...conditions.flatMap((c) => c.params)],
  };
  if (facet === undefined) return rows;
  return {
    sql: `SELECT run, metric, cluster, concat_ws(';', nullif(slice, ''), 'facet=' || nullif(facet, '')) AS slice, num, den
FROM (${rows.sql}) JOIN (SELECT instance, ${encodedSql(facetSql(facet))} AS facet FROM instances) USING (instance)`,
    params: rows.params,
  };
}

const placeOf = (split: string, facet: string): string => JSON.stringify([split, facet]);

/** Counts the clusters of the instances with rows of the metric that takes every labelled one, by split and facet. */
async function sampledOf(
  query: Query,
  { runs, where = EVERYWHERE, facet }: SumsQuestion,
  whole: string,
): Promise<ReadonlyMap<string, number>> {
  const own = runs === undefined ? '' : ` AND ${oneOf('run', runs)}`;
  const rows = await query(
    `SELECT split, ${facet === undefined ? "''" : facetSql(facet)} AS facet, count(DISTINCT coalesce(nullif(cluster, ''), instance::VARCHAR))::DOUBLE AS n
FROM instances WHERE instance IN (SELECT instance FROM contributions WHERE metric = ?${own}) AND (${where.sql}) GROUP BY ALL`,
    [whole, ...(runs ?? []), ...where.params],
  );
  return new Map(rows.map((row) => [placeOf(text(row, 'split'), text(row, 'facet')), number(row, 'n')]));
}

const isSelected = ({ where = EVERYWHERE, facet }: SumsQuestion): boolean =>
  where !== EVERYWHERE || facet !== undefined;

/** Reads what values of metrics are made of from the table `contributions` of the current database. */
export async function readSums(query: Query, question: SumsQuestion): Promise<Sums> {
  const { metrics, support } = question;
  const sums = support === undefined ? patternSums : queryClusterSums;
  const rows = selectedRows(question);
  const derived = metrics.filter(({ derive }) => derive !== undefined);
  const found = derived.length < metrics.length ? await sums(query, rows) : [];
  const slices = derived.length === 0 ? [] : await querySliceSums(query, rows);
  return {
    clusters: Map.groupBy(found, ({ run }) => run),
    slices: Map.groupBy(slices, ({ run }) => run),
    sampled: await readSampled(query, question),
    ...(isSelected(question) ? { selected: true } : {}),
  };
}

/** Counts the clusters that could have had rows of metrics, from the table `contributions` of the current database. */
async function readSampled(query: Query, question: SumsQuestion): Promise<Sums['sampled']> {
  const sampled = new Map<string, ReadonlyMap<string, number>>();
  for (const whole of new Set(question.metrics.flatMap(({ sampledAs }) => sampledAs ?? []))) {
    sampled.set(whole, await sampledOf(query, question, whole));
  }
  return ({ sampledAs = '' }, { split, facet = '' }) => {
    const counts = sampled.get(sampledAs);
    if (counts === undefined) return 0;
    if (split !== undefined) return counts.get(placeOf(split, facet)) ?? 0;
    return [...counts.values()].reduce((total, n) => total + n, 0);
  };
}

/** Gives the sums of one set of slices without clusters: values come without errors. */
export function sumsOfSlices(sums: readonly SliceSum[]): Sums {
  const clusters = sums.map((row) => ({ ...row, cluster: '' }));
  const slices = Map.groupBy(sums, ({ run }) => run);
  return { clusters: Map.groupBy(clusters, ({ run }) => run), slices, sampled: () => 0 };
}

const different = (slices: readonly string[], of: (slice: string) => string): number => new Set(slices.map(of)).size;

const slicesOf = (rows: readonly { readonly slice: string }[]): readonly string[] => [
  ...new Set(rows.map(({ slice }) => slice)),
];

const repeatsIn = (slices: readonly string[]): number =>
  Math.max(
    1,
    different(slices, (slice) => parseSlice(slice).get('repeat') ?? ''),
  );

const partsIn = (slices: readonly string[]): number =>
  different(slices, (slice) => slice.replace(/;?repeat=[^;]*$/, ''));

/** Gives the value of a run from its table; `slices`: those in which it has rows. */
export function valueOfTable(table: SumTable, { range }: Pick<Metric, 'range'>, slices: readonly string[]): RunValue {
  const found = estimate(table);
  const whole = estimateSummary(found, range);
  const n = Math.round(whole.den / repeatsIn(slices));
  return { summary: whole, estimate: found.value, n, parts: partsIn(slices) };
}

/** Gives the rows of the metric that belong to the slice, cut to `keys`; runs without any are left out. */
function rowsByRun<T extends { readonly metric: string; readonly slice: string }>(
  runs: ReadonlyMap<string, readonly T[]>,
  { rows }: Metric,
  { keys, slice }: { readonly keys: readonly string[]; readonly slice: Slice },
): (readonly [string, readonly T[]])[] {
  return [...runs].flatMap(([run, all]) => {
    const own = sliceRows(
      all.filter(({ metric }) => rows.includes(metric)),
      keys,
      slice,
    );
    return own.length === 0 ? [] : [[run, own] as const];
  });
}

/** The value of a metric of whole groups where only a part of a group is read. */
const OF_PART: RunValue = {
  ...NO_VALUE,
  summary: { ...NOTHING, reason: 'a number of all scores together: those of a part do not give it' },
};

const NO_ERROR = 'its standard error is not worked out';

function derivedValue(outcome: Outcome<number>, rows: readonly SliceSum[]): RunValue {
  const { value } = outcome;
  const [num, den] = [rows.reduce((t, s) => t + s.num, 0), rows.reduce((t, s) => t + s.den, 0)];
  const reason = outcome.value === null ? outcome.reason : NO_ERROR;
  const found = { value, num, den, clusters: 0, se: null, lo: null, hi: null, reason };
  return { summary: found, estimate: null, n: Math.round(den / repeatsIn(slicesOf(rows))), parts: 1 };
}

/**
 * Gives the values of a metric in a slice, of every run that has rows there, with error, interval, n, and why something is missing. This is the one
 * place where sums become values: boards, figures, comparisons, `score` and pages call it. Empty for a metric that is no function of one run's
 * sums. A value over several splits would mean nothing, so the caller names a split in the slice where a benchmark has several: `{ split:
 * 'reasoning' }`.
 */
export function runValuesOf(sums: Sums, metric: Metric, slice: Slice = {}): ReadonlyMap<string, RunValue> {
  const { derive } = metric;
  if (derive !== undefined) {
    const own = rowsByRun(sums.slices, metric, { keys: ['repeat'], slice });
    return new Map(own.map(([run, rows]) => [run, derivedValue(derive(rows), rows)]));
  }
  const how = reading(metric, slice);
  if (how === null) return new Map();
  const own = rowsByRun(sums.clusters, metric, { keys: how.keys, slice });
  if (metric.grouped === true && sums.selected === true) return new Map(own.map(([run]) => [run, OF_PART]));
  const tables = sumTables(
    own.map(([, rows]) => rows),
    how.aggregate,
    sums.sampled(metric, slice),
  );
  return new Map(
    own.map(([run, rows], i) => {
      const table = tables[i];
      if (table === undefined) throw new Error(`no table of ${run}`);
      return [run, valueOfTable(table, metric, slicesOf(rows))];
    }),
  );
}

/**
 * Gives the sums of one run alone, so that its errors do not depend on whose sums were read with it: clusters are added up in the order in
 * which they come.
 */
const sumsOfRun = (sums: Sums, run: string): Sums => ({
  ...sums,
  clusters: new Map([[run, sums.clusters.get(run) ?? []]]),
  slices: new Map([[run, sums.slices.get(run) ?? []]]),
});

/** Gives the value of one run, whether it has rows or not. */
export function valueOfRun(
  sums: Sums,
  metric: Metric,
  { run, slice = {} }: { readonly run: string; readonly slice?: Slice | undefined },
): RunValue {
  return runValuesOf(sumsOfRun(sums, run), metric, slice).get(run) ?? NO_VALUE;
}
