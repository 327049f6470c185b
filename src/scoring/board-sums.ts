import { METRICS } from '../metrics/index.ts';
import { type KnownSlices, knownSlices } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { type RunClusterSum, type SliceSum, UNREPEATED } from '../metrics/sums.ts';
import { cutsOf, readSampled, type SliceCut, type Sums } from '../metrics/values.ts';
import type { Slice } from '../schema/slice.ts';
import { number, type Query, text } from '../sql/query.ts';
import { listedTable, literals } from '../sql/quote.ts';
import type { HeldSum, SharedHolders } from '../stats/shared.ts';

const numbered = (column: string): string =>
  `SELECT ${column}, row_number() OVER (ORDER BY ${column}) - 1 AS code FROM (SELECT DISTINCT ${column} FROM contributions)`;

/** Rows whose sums are the same whatever their order. */
const WHOLE = 'num = trunc(num) AND den = trunc(den)';

/** Contributions with numbers for names, in the order of the names; `about` is a slice without what depends on the run. */
const codedRows = (
  where: string,
): string => `WITH run_codes AS (${numbered('run')}), cluster_codes AS (${numbered('cluster')}),
slice_codes AS (
  SELECT *, row_number() OVER (ORDER BY metric, slice) - 1 AS code, dense_rank() OVER (ORDER BY metric, about) - 1 AS about_code
  FROM (SELECT metric, slice, ${UNREPEATED} AS about FROM (SELECT DISTINCT metric, slice FROM contributions)))
SELECT run_codes.code::INTEGER AS run, cluster_codes.code::INTEGER AS cluster, instance, slice_codes.code::INTEGER AS slice,
  about_code::INTEGER AS about, num, den
FROM contributions JOIN run_codes USING (run) JOIN cluster_codes USING (cluster) JOIN slice_codes USING (metric, slice)
WHERE ${where}`;

/** The others, of which there are few, come last and sorted, so that sums are the same to the last digit wherever the rows come from. */
const ROWS = [
  `CREATE OR REPLACE TEMP TABLE board_rows AS ${codedRows(WHOLE)}`,
  `INSERT INTO board_rows ${codedRows(`NOT (${WHOLE})`)}
ORDER BY run_codes.code, slice_codes.code, cluster_codes.code, num, den`,
];

/** For each judgment the runs that have a contribution for it, whatever the repeat or how it was read, as bits; equal sets have one number. */
const judgmentsOf = (runs: number): string => `CREATE OR REPLACE TEMP TABLE board_judgments AS
SELECT *, (dense_rank() OVER (ORDER BY runs) - 1)::INTEGER AS holders
FROM (SELECT instance, about, bitstring_agg(run, 0, ${Math.max(1, runs) - 1}) AS runs FROM board_rows GROUP BY instance, about)`;

const SUMS = `CREATE OR REPLACE TEMP TABLE board_sums AS
SELECT run, cluster, slice, holders, count(*)::INTEGER AS n, sum(num) AS num, sum(den) AS den, sum(num * num) AS squares
FROM board_rows JOIN board_judgments USING (instance, about) GROUP BY run, cluster, slice, holders`;

/** How many judgments each set of runs has of what the slices are about. */
const COUNTS = `CREATE OR REPLACE TEMP TABLE board_counts AS
SELECT slice, about, holders, runs, n FROM (SELECT DISTINCT slice, about FROM board_rows) JOIN (
  SELECT about, holders, any_value(runs)::VARCHAR AS runs, count(*)::DOUBLE AS n FROM board_judgments GROUP BY about, holders) USING (about)`;

const TABLES = ['board_rows', 'board_judgments', 'board_sums', 'board_counts'];

/** Sums of one metric in one slice, of every run that has rows there. */
export interface MetricSums {
  readonly sums: Sums;
  /** The sums of each run, kept apart by the set of runs that have the same judgments. */
  readonly held: readonly (readonly HeldSum[])[];
  readonly holders: readonly SharedHolders[];
}

/** Sums the contributions of a database once, for all columns of its boards. */
export interface BoardSums {
  readonly known: KnownSlices;
  /** Their places are the runs in `MetricSums`. */
  readonly runs: readonly string[];
  readonly read: (metric: Metric, slice: Slice) => Promise<MetricSums>;
}

/** Slices of a metric's rows that become one. */
interface Part {
  readonly metric: string;
  readonly slice: string;
  /** The numbers of the stored slices. */
  readonly codes: readonly number[];
}

/** What a value is made of, in the order of the cut slices. */
function partsOf(cuts: readonly SliceCut[], codes: ReadonlyMap<string, number>): readonly Part[] {
  return [...Map.groupBy(cuts, ([metric, , cut]) => JSON.stringify([cut, metric]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const [metric, , slice] = first;
      return [{ metric, slice, codes: own.map(([, stored]) => codes.get(`${metric} ${stored}`) ?? -1) }];
    });
}

/** Names by their numbers. */
interface Names {
  readonly runs: readonly string[];
  readonly clusters: readonly string[];
}

/** Sums of a run in a cluster and part over judgments that the same runs have. */
interface Row {
  readonly run: number;
  readonly cluster: number;
  readonly part: number;
  readonly holders: number;
  readonly n: number;
  readonly num: number;
  readonly den: number;
  readonly squares: number;
}

async function rowsOf(query: Query, parts: readonly Part[]): Promise<readonly Row[]> {
  const places = parts.flatMap(({ codes }, part) => codes.map((code) => [code, part]));
  const table = listedTable('parts', { slice: 'INTEGER', part: 'INTEGER' }, places);
  // All columns are numbers.
  return (await query(`SELECT run, cluster, part, holders, sum(n)::DOUBLE AS n, sum(num) AS num, sum(den) AS den, sum(squares) AS squares
FROM board_sums JOIN ${table} USING (slice)
GROUP BY run, cluster, part, holders ORDER BY run, cluster, part, holders`)) as unknown as readonly Row[];
}

/** The sets of runs that have judgments of these parts. */
async function setsOf(query: Query, parts: readonly Part[]): Promise<ReadonlyMap<number, SharedHolders>> {
  const rows = await query(`SELECT holders, any_value(runs) AS runs, sum(n) AS n
FROM (SELECT DISTINCT about, holders, runs, n FROM board_counts WHERE slice IN (${literals(parts.flatMap(({ codes }) => codes))}))
GROUP BY holders ORDER BY holders`);
  return new Map(
    rows.map((row) => {
      const places = [...text(row, 'runs')].flatMap((bit, place) => (bit === '1' ? [place] : []));
      return [number(row, 'holders'), { runs: new Set(places), n: number(row, 'n') }];
    }),
  );
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Adds up rows that follow one another and differ in nothing but their holders. */
function clusterSums(rows: readonly Row[], parts: readonly Part[], { runs, clusters }: Names): RunClusterSum[] {
  const sums: Mutable<RunClusterSum>[] = [];
  let last: Row | undefined;
  for (const row of rows) {
    const sum = sums.at(-1);
    if (sum !== undefined && last?.run === row.run && last.cluster === row.cluster && last.part === row.part) {
      sum.num += row.num;
      sum.den += row.den;
    } else {
      const { metric = '', slice = '' } = parts[row.part] ?? {};
      const [run, cluster] = [runs[row.run] ?? '', clusters[row.cluster] ?? ''];
      sums.push({ run, metric, cluster, slice, num: row.num, den: row.den });
    }
    last = row;
  }
  return sums;
}

function sliceSums(rows: readonly Row[], parts: readonly Part[], { runs }: Names): SliceSum[] {
  const total = (own: readonly Row[], of: 'n' | 'num' | 'den' | 'squares'): number =>
    own.reduce((sum, row) => sum + row[of], 0);
  return [...Map.groupBy(rows, ({ run, part }) => run * parts.length + part)].map(([place, own]) => {
    const { metric = '', slice = '' } = parts[place % parts.length] ?? {};
    const of = { run: runs[Math.floor(place / parts.length)] ?? '', metric, slice };
    return {
      ...of,
      n: total(own, 'n'),
      num: total(own, 'num'),
      den: total(own, 'den'),
      squares: total(own, 'squares'),
    };
  });
}

/** `sets` are the numbers of sets of runs, in the order of the holders. */
function heldSums(
  rows: readonly Row[],
  parts: readonly Part[],
  { runs, clusters, sets }: Names & { readonly sets: Iterable<number> },
): readonly (readonly HeldSum[])[] {
  const places = new Map([...sets].map((set, place) => [set, place]));
  const held = runs.map((): HeldSum[] => []);
  for (const { run, cluster, part, holders, num, den } of rows) {
    const slice = parts[part]?.slice ?? '';
    held[run]?.push({ cluster: clusters[cluster] ?? '', slice, num, den, holders: places.get(holders) ?? 0 });
  }
  return held;
}

async function namesIn(query: Query, column: string): Promise<readonly string[]> {
  const rows = await query(`SELECT DISTINCT ${column} AS name FROM contributions ORDER BY name`);
  return rows.map((row) => text(row, 'name'));
}

/**
 * Sums the table `contributions` of the current database once and gives the sums to `use`: boards ask for hundreds of columns, and
 * each would go through all rows again. Temporary tables hold them meanwhile.
 */
export async function withBoardSums<T>(query: Query, use: (sums: BoardSums) => Promise<T>): Promise<T> {
  const known = await knownSlices(query);
  const stored = [...known].flatMap(([metric, slices]) => slices.map((slice) => `${metric} ${slice}`));
  const codes = new Map(stored.map((slice, code) => [slice, code]));
  const names = { runs: await namesIn(query, 'run'), clusters: await namesIn(query, 'cluster') };
  const sampled = await readSampled(query, { metrics: METRICS });
  const read = async (metric: Metric, slice: Slice): Promise<MetricSums> => {
    const parts = partsOf(cutsOf(metric, { known, slice }), codes);
    const rows = parts.length === 0 ? [] : await rowsOf(query, parts);
    const sets = parts.length === 0 ? new Map<number, SharedHolders>() : await setsOf(query, parts);
    const clusters = metric.derive === undefined ? clusterSums(rows, parts, names) : [];
    const slices = metric.derive === undefined ? [] : sliceSums(rows, parts, names);
    return {
      sums: {
        clusters: Map.groupBy(clusters, ({ run }) => run),
        slices: Map.groupBy(slices, ({ run }) => run),
        sampled,
      },
      held: heldSums(rows, parts, { ...names, sets: sets.keys() }),
      holders: [...sets.values()],
    };
  };
  for (const sql of [...ROWS, judgmentsOf(names.runs.length), SUMS, COUNTS]) await query(sql);
  try {
    return await use({ known, runs: names.runs, read });
  } finally {
    for (const table of TABLES) await query(`DROP TABLE temp.${table}`);
  }
}
