import { number, type Query, type QueryRow, type Statement, text } from '../sql/query.ts';
import { bound } from '../sql/quote.ts';
import { encodedSql } from './items.ts';
import type { Metric, SliceSum } from './metric.ts';
import { type Condition, EVERYWHERE, facetSql } from './query.ts';

/** Contributions of one run to one metric in one slice, as lists of equal length. */
export interface RunRows {
  readonly run: string;
  readonly metric: string;
  readonly slice: string;
  /** The slice without what depends on the run, repeat and parse status: with a place it names a judgment. */
  readonly about: string;
  /** Places of instances in `clusterOf`. */
  readonly places: Int32Array;
  readonly nums: Float64Array;
  readonly dens: Float64Array;
}

export interface Sums {
  readonly rows: readonly RunRows[];
  /** The rows that tell which clusters were sampled, where `rows` are only what several runs share. */
  readonly all?: readonly RunRows[];
  /** The cluster of each instance, numbered in the order of their names. */
  readonly clusterOf: Int32Array;
  /** True where the rows are those of a selection of cases, out of all for which they were computed. */
  readonly selected?: true;
}

/** Which contributions are read; a field that is left out restricts nothing. */
export interface SumsQuestion {
  readonly metrics?: readonly Metric[];
  readonly runs?: readonly string[];
  /** On the columns of `instances`. */
  readonly where?: Condition;
  /** A facet of `instances` whose value becomes one more pair of each slice, `facet=…`. */
  readonly facet?: string;
  /** Contributions (run, instance, metric, slice, num, den) that are read in place of the stored ones. */
  readonly from?: Statement;
}

/** Where an instance stands in the table `instances`. */
const PLACE = '(row_number() OVER () - 1)::INTEGER AS place';

const CLUSTERS = `SELECT list(number ORDER BY place) AS numbers FROM (
  SELECT place, (dense_rank() OVER (ORDER BY cluster) - 1)::INTEGER AS number
  FROM (SELECT ${PLACE}, coalesce(nullif(cluster, ''), instance::VARCHAR) AS cluster FROM instances))`;

async function readClusters(query: Query): Promise<Int32Array> {
  const [row = {}] = await query(CLUSTERS);
  return new Int32Array((row['numbers'] ?? []) as ArrayLike<number>);
}

/** `=` is faster than a list of one. */
const oneOf = (column: string, values: readonly string[]): Statement => ({
  sql: values.length === 1 ? `${column} = ?` : `${column} IN (${bound(values)})`,
  params: values,
});

/** Metrics with rows that are read: their own, those that they sum, and those that say which clusters were sampled. */
const rowsRead = (metrics: readonly Metric[]): readonly string[] => [
  ...new Set(metrics.flatMap(({ rows, sampledAs }) => [...rows, ...(sampledAs === undefined ? [] : [sampledAs])])),
];

function rowsSql({ metrics, runs, where = EVERYWHERE, facet, from }: SumsQuestion): Statement {
  const conditions: Statement[] = [
    ...(metrics === undefined ? [] : [oneOf('metric', rowsRead(metrics))]),
    ...(runs === undefined ? [] : [oneOf('run', runs)]),
    ...(where === EVERYWHERE
      ? []
      : [{ sql: `instance IN (SELECT instance FROM instances WHERE ${where.sql})`, params: where.params }]),
  ];
  const own = conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const rows = `SELECT * FROM ${from === undefined ? 'contributions' : `(${from.sql})`}${own}`;
  const cut = facet === undefined ? '' : `, ${encodedSql(facetSql(facet))} AS facet`;
  const slice = facet === undefined ? 'slice' : `concat_ws(';', nullif(slice, ''), 'facet=' || nullif(facet, ''))`;
  return {
    sql: `SELECT metric::VARCHAR AS metric, run::VARCHAR AS run, slice::VARCHAR AS slice, places, nums, dens FROM (
  SELECT metric, run, ${slice} AS slice, list(place) AS places, list(num) AS nums, list(den) AS dens
  FROM (${rows}) JOIN (SELECT instance, ${PLACE}${cut} FROM instances) USING (instance) GROUP BY ALL)
ORDER BY metric, run, slice`,
    params: [...(from?.params ?? []), ...conditions.flatMap(({ params }) => params)],
  };
}

/** What rows are about (`RunRows.about`), as an expression over a column `slice`. */
export const UNREPEATED = `regexp_replace(slice, '(^|;)(parse|repeat)=[^;]*', '', 'g')`;

const aboutOf = (slice: string): string =>
  slice
    .split(';')
    .filter((pair) => !/^(?:parse|repeat)=/.test(pair))
    .join(';');

/** Whole numbers first, whose sums are the same in any order; then the others, sorted, so that sums are the same to the last digit wherever rows come from. */
function wholeFirst({ places, nums, dens, ...rest }: RunRows): RunRows {
  const isWhole = (i: number): boolean => Number.isInteger(nums[i]) && Number.isInteger(dens[i]);
  if (nums.every((_, i) => isWhole(i))) return { ...rest, places, nums, dens };
  const order = [...nums.keys()].sort(
    (a, b) =>
      Number(isWhole(b)) - Number(isWhole(a)) || (nums[a] ?? 0) - (nums[b] ?? 0) || (dens[a] ?? 0) - (dens[b] ?? 0),
  );
  return {
    ...rest,
    places: Int32Array.from(order, (i) => places[i] ?? 0),
    nums: Float64Array.from(order, (i) => nums[i] ?? 0),
    dens: Float64Array.from(order, (i) => dens[i] ?? 0),
  };
}

function runRowsOf(row: QueryRow): RunRows {
  const slice = text(row, 'slice');
  return wholeFirst({
    run: text(row, 'run'),
    metric: text(row, 'metric'),
    slice,
    about: aboutOf(slice),
    places: new Int32Array(row['places'] as ArrayLike<number>),
    nums: new Float64Array(row['nums'] as ArrayLike<number>),
    dens: new Float64Array(row['dens'] as ArrayLike<number>),
  });
}

async function listRows(query: Query, question: SumsQuestion): Promise<readonly RunRows[]> {
  const { sql, params } = rowsSql(question);
  return (await query(sql, params)).map(runRowsOf);
}

export async function readSums(query: Query, question: SumsQuestion): Promise<Sums> {
  const { where = EVERYWHERE, facet } = question;
  const rows = await listRows(query, question);
  const clusterOf = await readClusters(query);
  return { rows, clusterOf, ...(where !== EVERYWHERE || facet !== undefined ? { selected: true } : {}) };
}

/** So many contributions are read at once: a statement takes longer than a few thousand of them. */
const AT_ONCE = 2 ** 16;

/** One metric after the other: millions of contributions must not be in memory together. Where there are few, all are read at once. */
export async function sumsReader(query: Query, from?: Statement): Promise<(metric: Metric) => Promise<Sums>> {
  const own = from === undefined ? {} : { from };
  const table = from === undefined ? 'contributions' : `(${from.sql})`;
  const [found = {}] = await query(`SELECT count(*)::DOUBLE AS n FROM ${table}`, from?.params ?? []);
  if (number(found, 'n') <= AT_ONCE) {
    const all = await readSums(query, own);
    return async () => all;
  }
  const clusterOf = await readClusters(query);
  let latest = { key: '', rows: [] as readonly RunRows[] };
  return async (metric) => {
    const key = rowsRead([metric]).join();
    if (key !== latest.key) latest = { key, rows: await listRows(query, { ...own, metrics: [metric] }) };
    return { rows: latest.rows, clusterOf };
  };
}

export const metricRows = ({ rows }: Sums, ...metrics: readonly Metric[]): readonly RunRows[] =>
  rows.filter(({ metric }) => metrics.some((one) => one.rows.includes(metric)));

export const runsWithRows = (rows: readonly RunRows[]): readonly string[] => [...new Set(rows.map(({ run }) => run))];

/** Leaves of the rows of some runs those of judgments that each of the runs has, whatever the repeat or the parse status. */
export function sharedSums(sums: Sums, runs: readonly string[]): Sums {
  const held = new Map<string, Uint8Array>();
  const keyOf = ({ metric, about }: RunRows): string => JSON.stringify([metric, about]);
  for (const [i, run] of runs.entries()) {
    for (const row of sums.rows) {
      if (row.run !== run) continue;
      const counts = held.get(keyOf(row)) ?? new Uint8Array(sums.clusterOf.length);
      held.set(keyOf(row), counts);
      // Counted up once by each run, in their order: who lacks one breaks off the count.
      for (const place of row.places) if (counts[place] === i) counts[place] = i + 1;
    }
  }
  const rows = sums.rows.flatMap((row): RunRows[] => {
    const counts = held.get(keyOf(row));
    const has = (i: number): boolean => counts?.[row.places[i] ?? 0] === runs.length;
    const places = row.places.filter((_, i) => has(i));
    if (places.length === 0) return [];
    return [{ ...row, places, nums: row.nums.filter((_, i) => has(i)), dens: row.dens.filter((_, i) => has(i)) }];
  });
  return { ...sums, rows, all: sums.rows };
}

const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

export const sliceSums = (rows: readonly RunRows[]): readonly SliceSum[] =>
  rows.map(({ run, metric, slice, nums, dens }) => ({
    ...{ run, metric, slice, n: nums.length, num: total(nums), den: total(dens) },
    squares: nums.reduce((sum, num) => sum + num * num, 0),
  }));
