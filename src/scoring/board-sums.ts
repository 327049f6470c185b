import { METRICS } from '../metrics/index.ts';
import { type KnownSlices, knownSlices } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { type RunClusterSum, type SliceSum, UNREPEATED } from '../metrics/sums.ts';
import { cutParts, readSampled, type Sums } from '../metrics/values.ts';
import type { Slice } from '../schema/slice.ts';
import { number, type Query, type QueryRow, text } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import type { HeldSum, SharedHolders } from '../stats/shared.ts';
import { RunSets } from './run-sets.ts';

/** Sums of one metric in one slice, of every run that has rows there. */
export interface MetricSums {
  readonly sums: Sums;
  /** The sums of each run, kept apart by the set of runs that have the same judgments. */
  readonly held: readonly (readonly HeldSum[])[];
  readonly holders: readonly SharedHolders[];
}

/** Reads the contributions of a database once, for all columns of its boards. */
export interface BoardSums {
  readonly known: KnownSlices;
  /** Runs, whose places are the numbers in `MetricSums`. */
  readonly runs: readonly string[];
  readonly read: (metric: Metric, slice: Slice) => Promise<MetricSums>;
}

/** The runs by their places, and the instances: their clusters by places among the names of all. */
interface Places {
  readonly runs: readonly string[];
  readonly clusters: readonly string[];
  readonly clusterOf: Int32Array;
}

/** Contributions of one run to one metric in one stored slice. */
interface Held {
  readonly run: number;
  readonly slice: string;
  /** The slice without what depends on the run. */
  readonly about: string;
  readonly places: Int32Array;
  readonly nums: Float64Array;
  readonly dens: Float64Array;
  /** For each the set of runs that have a contribution for the same judgment, whatever the repeat or how it was read. */
  readonly holders: Int32Array;
}

/** Number of judgments that a set of runs has in slices of one kind. */
interface Count {
  readonly about: string;
  readonly set: number;
  readonly n: number;
}

interface MetricRows {
  readonly held: readonly Held[];
  readonly sets: RunSets;
  readonly counts: readonly Count[];
}

/** Slices of a metric's rows that become one, with the contributions of all runs. */
interface Part {
  readonly metric: string;
  readonly slice: string;
  readonly held: readonly Held[];
}

const PLACES = `CREATE OR REPLACE TEMP TABLE board_places AS
SELECT instance, (row_number() OVER () - 1)::INTEGER AS place, coalesce(nullif(cluster, ''), instance::VARCHAR) AS cluster FROM instances`;

const heldSql = (where: string): string => `SELECT *, ${UNREPEATED} AS about FROM (
  SELECT metric::VARCHAR AS metric, run::VARCHAR AS run, slice::VARCHAR AS slice, places, nums, dens FROM (
    SELECT metric, run, slice, list(place) AS places, list(num) AS nums, list(den) AS dens
    FROM contributions JOIN board_places USING (instance) ${where} GROUP BY metric, run, slice))
ORDER BY metric, run, slice`;

/** So many contributions are read at once: a statement takes longer than a few thousand of them. */
const AT_ONCE = 2 ** 16;

/** Makes a reader of the contributions to a metric. Where there are few of all metrics, they are read once. */
async function heldReader(query: Query): Promise<(metric: string) => Promise<readonly QueryRow[]>> {
  const [found = {}] = await query('SELECT count(*)::DOUBLE AS n FROM contributions');
  if (number(found, 'n') > AT_ONCE) return (metric) => query(heldSql(`WHERE metric = ${literal(metric)}`));
  const all = Map.groupBy(await query(heldSql('')), (row) => text(row, 'metric'));
  return async (metric) => all.get(metric) ?? [];
}

async function namesIn(query: Query, sql: string): Promise<readonly string[]> {
  return (await query(sql)).map((row) => text(row, 'name'));
}

async function boardPlaces(query: Query): Promise<Places> {
  await query(PLACES);
  const clusters = await namesIn(query, 'SELECT DISTINCT cluster AS name FROM board_places ORDER BY name');
  const numbers = new Map(clusters.map((cluster, place) => [cluster, place]));
  const own = await namesIn(query, 'SELECT cluster AS name FROM board_places ORDER BY place');
  const runs = await namesIn(query, 'SELECT DISTINCT run::VARCHAR AS name FROM contributions ORDER BY name');
  return { runs, clusters, clusterOf: Int32Array.from(own, (cluster) => numbers.get(cluster) ?? 0) };
}

/**
 * Sorts whole numbers first, whose sums are the same in any order; then the others, sorted, so that their sums are the same to the last
 * digit wherever rows come from.
 */
function wholeFirst({ nums, dens, ...rest }: Omit<Held, 'holders'>): Omit<Held, 'holders'> {
  const isWhole = (i: number): boolean => Number.isInteger(nums[i]) && Number.isInteger(dens[i]);
  if (nums.every((_, i) => isWhole(i))) return { nums, dens, ...rest };
  const order = [...nums.keys()].sort(
    (a, b) =>
      Number(isWhole(b)) - Number(isWhole(a)) || (nums[a] ?? 0) - (nums[b] ?? 0) || (dens[a] ?? 0) - (dens[b] ?? 0),
  );
  return {
    ...rest,
    places: Int32Array.from(order, (i) => rest.places[i] ?? 0),
    nums: Float64Array.from(order, (i) => nums[i] ?? 0),
    dens: Float64Array.from(order, (i) => dens[i] ?? 0),
  };
}

function rowsOf(found: readonly QueryRow[], { runs, clusterOf }: Places): MetricRows {
  const rows = found.map((row) =>
    wholeFirst({
      run: runs.indexOf(text(row, 'run')),
      slice: text(row, 'slice'),
      about: text(row, 'about'),
      places: Int32Array.from(row['places'] as ArrayLike<number>),
      nums: Float64Array.from(row['nums'] as ArrayLike<number>),
      dens: Float64Array.from(row['dens'] as ArrayLike<number>),
    }),
  );
  const sets = new RunSets(runs.length);
  const held: Held[] = [];
  const counts: Count[] = [];
  for (const [about, own] of Map.groupBy(rows, (one) => one.about)) {
    const setOf = new Int32Array(clusterOf.length);
    for (const { run, places } of own) sets.add(run, places, setOf);
    for (const one of own) held.push({ ...one, holders: one.places.map((place) => setOf[place] ?? 0) });
    for (const [set, n] of sets.counts(setOf)) counts.push({ about, set, n });
  }
  return { held, sets, counts };
}

/** What a value is made of, in the order of the cut slices. */
function partsOf(
  metric: Metric,
  slice: Slice,
  { known, rows }: { readonly known: KnownSlices; readonly rows: ReadonlyMap<string, MetricRows> },
): readonly Part[] {
  return cutParts(metric, { known, slice }).map(({ metric: id, slice: cut, stored }) => {
    const held = rows.get(id)?.held.filter((one) => stored.has(one.slice)) ?? [];
    return { metric: id, slice: cut, held };
  });
}

/** The sets of runs that have judgments of these parts, by name, in the order of names. */
function setsOf(parts: readonly Part[], rows: ReadonlyMap<string, MetricRows>): ReadonlyMap<string, SharedHolders> {
  const sets = new Map<string, SharedHolders>();
  for (const [metric, own] of Map.groupBy(parts, (part) => part.metric)) {
    const abouts = new Set(own.flatMap(({ held }) => held.map(({ about }) => about)));
    const found = rows.get(metric);
    for (const { about, set, n } of found?.counts ?? []) {
      if (!abouts.has(about) || found === undefined) continue;
      const name = found.sets.names[set] ?? '';
      sets.set(name, { runs: new Set(found.sets.runsOf(set)), n: (sets.get(name)?.n ?? 0) + n });
    }
  }
  return new Map([...sets].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Sums of a run in a cluster and part over judgments that the same runs have. */
interface Row extends RunClusterSum, HeldSum, SliceSum {}

/** What the rows of a column are summed with. */
interface Summed {
  readonly places: Places;
  readonly parts: readonly Part[];
  /** By metric the place of each set in the list of holders. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  readonly sets: number;
}

/** The sums of a run by cluster, part and set of runs, in this order. */
function sumsOf(run: number, { places, parts, holders, sets }: Summed): readonly Row[] {
  const found = new Map<number, Mutable<Row>>();
  for (const [part, { metric, slice, held }] of parts.entries()) {
    const placeOf = holders.get(metric) ?? [];
    for (const own of held) {
      if (own.run !== run) continue;
      for (let i = 0; i < own.places.length; i++) {
        const cluster = places.clusterOf[own.places[i] ?? 0] ?? 0;
        const set = placeOf[own.holders[i] ?? 0] ?? 0;
        const key = (cluster * parts.length + part) * sets + set;
        let row = found.get(key);
        if (row === undefined) {
          const of = { run: places.runs[run] ?? '', metric, slice, cluster: places.clusters[cluster] ?? '' };
          row = { ...of, holders: set, n: 0, num: 0, den: 0, squares: 0 };
          found.set(key, row);
        }
        const num = own.nums[i] ?? 0;
        row.n += 1;
        row.num += num;
        row.den += own.dens[i] ?? 0;
        row.squares += num * num;
      }
    }
  }
  return [...Float64Array.from(found.keys()).sort()].flatMap((key) => found.get(key) ?? []);
}

/** The sums of rows of one run by part. */
function sliceSums(rows: readonly Row[]): readonly SliceSum[] {
  const sums = new Map<string, Mutable<SliceSum>>();
  for (const { run, metric, slice, n, num, den, squares } of rows) {
    const sum = sums.get(`${metric} ${slice}`) ?? { run, metric, slice, n: 0, num: 0, den: 0, squares: 0 };
    sums.set(`${metric} ${slice}`, sum);
    sum.n += n;
    sum.num += num;
    sum.den += den;
    sum.squares += squares;
  }
  return [...sums.values()];
}

/** The sums of a column from the rows of its metric. */
function columnSums(
  {
    metric,
    parts,
    rows,
  }: { readonly metric: Metric; readonly parts: readonly Part[]; readonly rows: ReadonlyMap<string, MetricRows> },
  places: Places,
  sampled: Sums['sampled'],
): MetricSums {
  const sets = setsOf(parts, rows);
  const at = new Map([...sets.keys()].map((name, place) => [name, place]));
  const holders = new Map([...rows].map(([id, own]) => [id, own.sets.names.map((name) => at.get(name) ?? 0)]));
  const held = places.runs.map((_, run) => sumsOf(run, { places, parts, holders, sets: sets.size }));
  const byRun = held.flatMap((own) => (own[0] === undefined ? [] : [[own[0].run, own] as const]));
  const isDerived = metric.derive !== undefined;
  return {
    sums: {
      clusters: new Map(isDerived ? [] : byRun),
      slices: new Map(isDerived ? byRun.map(([run, own]) => [run, sliceSums(own)]) : []),
      sampled,
    },
    held,
    holders: [...sets.values()],
  };
}

/**
 * Reads the table `contributions` of the current database for boards, each metric as lists of numbers: boards ask for hundreds of
 * columns, and each would be a statement with a row for every run and cluster.
 */
export async function readBoardSums(query: Query): Promise<BoardSums> {
  const known = await knownSlices(query);
  const places = await boardPlaces(query);
  const sampled = await readSampled(query, { metrics: METRICS });
  const heldOf = await heldReader(query);
  let rows: ReadonlyMap<string, MetricRows> = new Map();
  const read = async (metric: Metric, slice: Slice): Promise<MetricSums> => {
    const next = new Map<string, MetricRows>();
    // Columns of one metric follow one another: those of others are not held.
    for (const id of metric.rows) next.set(id, rows.get(id) ?? rowsOf(await heldOf(id), places));
    rows = next;
    return columnSums({ metric, rows, parts: partsOf(metric, slice, { known, rows }) }, places, sampled);
  };
  return { known, runs: places.runs, read };
}
