import { UNREPEATED } from '../metrics/sums.ts';
import { number, type Query, type QueryRow, text } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';

/** Keeps sets of runs by their numbers, which are places of names in order; 0 is the set of none. */
class RunSets {
  private readonly count: number;
  private readonly sets: (readonly number[])[] = [[]];
  private readonly named: string[];
  /** The set that results from adding a run, by set and run. */
  private readonly larger = new Map<number, number>();

  /** `count`: how many runs there are. */
  constructor(count: number) {
    this.count = count;
    this.named = ['0'.repeat(count)];
  }

  /** Adds a run to the sets of what lies at these places; runs come in their order, one after the other. */
  add(run: number, places: Int32Array, setOf: Int32Array): void {
    let [before, after] = [-1, -1];
    for (const place of places) {
      const set = setOf[place] ?? 0;
      if (set !== before) [before, after] = [set, this.with(set, run)];
      setOf[place] = after;
    }
  }

  private with(set: number, run: number): number {
    const own = this.sets[set] ?? [];
    if (own.at(-1) === run) return set;
    const key = set * this.count + run;
    const found = this.larger.get(key) ?? this.sets.length;
    if (found === this.sets.length) {
      const name = this.named[set] ?? '';
      this.sets.push([...own, run]);
      this.named.push(`${name.slice(0, run)}1${name.slice(run + 1)}`);
    }
    this.larger.set(key, found);
    return found;
  }

  /** The names of all sets, with a bit for each run: equal sets have one name. */
  get names(): readonly string[] {
    return this.named;
  }

  runsOf(set: number): readonly number[] {
    return this.sets[set] ?? [];
  }

  /** How many places have each set, but for the set of none. */
  counts(setOf: Int32Array): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const set of setOf) if (set !== 0) counts.set(set, (counts.get(set) ?? 0) + 1);
    return counts;
  }
}

/** The runs by their places, and for each instance its cluster and its split, by numbers in the order of names. */
export interface BoardPlaces {
  readonly runs: readonly string[];
  /** Number of clusters. */
  readonly clusters: number;
  readonly clusterOf: Int32Array;
  readonly splits: readonly string[];
  readonly splitOf: Int32Array;
}

/** Contributions of one run to one metric in one stored slice. */
export interface HeldRows {
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

export interface MetricRows {
  readonly held: readonly HeldRows[];
  readonly sets: RunSets;
  readonly counts: readonly Count[];
}

const PLACES = `CREATE OR REPLACE TEMP TABLE board_places AS
SELECT instance, (row_number() OVER () - 1)::INTEGER AS place, coalesce(nullif(cluster, ''), instance::VARCHAR) AS cluster, split FROM instances`;

/** Numbers the values of a column in the order of names. */
const NUMBERED = (column: 'cluster' | 'split'): string =>
  `SELECT list(number ORDER BY place) AS numbers FROM (SELECT place, (dense_rank() OVER (ORDER BY ${column}) - 1)::INTEGER AS number FROM board_places)`;

async function numbered(query: Query, column: 'cluster' | 'split'): Promise<Int32Array> {
  const [row = {}] = await query(NUMBERED(column));
  return new Int32Array((row['numbers'] ?? []) as ArrayLike<number>);
}

/** Numbers the instances of the current database, and finds their clusters and splits; `runs` in their order. */
export async function boardPlaces(query: Query, runs: readonly string[]): Promise<BoardPlaces> {
  await query(PLACES);
  const splits = await query('SELECT DISTINCT split AS name FROM board_places ORDER BY name');
  const clusterOf = await numbered(query, 'cluster');
  return {
    runs,
    clusters: clusterOf.reduce((most, cluster) => Math.max(most, cluster + 1), 0),
    clusterOf,
    splits: splits.map((row) => text(row, 'name')),
    splitOf: await numbered(query, 'split'),
  };
}

const heldSql = (rows: string): string => `SELECT *, ${UNREPEATED} AS about FROM (
  SELECT metric::VARCHAR AS metric, run::VARCHAR AS run, slice::VARCHAR AS slice, places, nums, dens FROM (
    SELECT metric, run, slice, list(place) AS places, list(num) AS nums, list(den) AS dens
    FROM (${rows}) JOIN board_places USING (instance) GROUP BY metric, run, slice))
ORDER BY metric, run, slice`;

const isWhole = (nums: Float64Array, dens: Float64Array, i: number): boolean =>
  Number.isInteger(nums[i]) && Number.isInteger(dens[i]);

function allWhole(nums: Float64Array, dens: Float64Array): boolean {
  for (let i = 0; i < nums.length; i++) if (!isWhole(nums, dens, i)) return false;
  return true;
}

/**
 * Sorts whole numbers first, whose sums are the same in any order; then the others, sorted, so that their sums are the same to the last
 * digit wherever rows come from.
 */
function wholeFirst({ nums, dens, ...rest }: Omit<HeldRows, 'holders'>): Omit<HeldRows, 'holders'> {
  if (allWhole(nums, dens)) return { nums, dens, ...rest };
  const order = [...nums.keys()].sort(
    (a, b) =>
      Number(isWhole(nums, dens, b)) - Number(isWhole(nums, dens, a)) ||
      (nums[a] ?? 0) - (nums[b] ?? 0) ||
      (dens[a] ?? 0) - (dens[b] ?? 0),
  );
  return {
    ...rest,
    places: Int32Array.from(order, (i) => rest.places[i] ?? 0),
    nums: Float64Array.from(order, (i) => nums[i] ?? 0),
    dens: Float64Array.from(order, (i) => dens[i] ?? 0),
  };
}

function rowsOf(found: readonly QueryRow[], { runs, clusterOf }: BoardPlaces): MetricRows {
  const rows = found.map((row) =>
    wholeFirst({
      run: runs.indexOf(text(row, 'run')),
      slice: text(row, 'slice'),
      about: text(row, 'about'),
      places: new Int32Array(row['places'] as ArrayLike<number>),
      nums: new Float64Array(row['nums'] as ArrayLike<number>),
      dens: new Float64Array(row['dens'] as ArrayLike<number>),
    }),
  );
  const sets = new RunSets(runs.length);
  const held: HeldRows[] = [];
  const counts: Count[] = [];
  for (const [about, own] of Map.groupBy(rows, (one) => one.about)) {
    const setOf = new Int32Array(clusterOf.length);
    for (const { run, places } of own) sets.add(run, places, setOf);
    for (const one of own) held.push({ ...one, holders: one.places.map((place) => setOf[place] ?? 0) });
    for (const [set, n] of sets.counts(setOf)) counts.push({ about, set, n });
  }
  return { held, sets, counts };
}

/** Reads contributions, which `rows` selects, to several metrics as lists of numbers. */
async function readMetricRows(
  query: Query,
  rows: string,
  places: BoardPlaces,
): Promise<(metric: string) => MetricRows> {
  const all = Map.groupBy(await query(heldSql(rows)), (row) => text(row, 'metric'));
  const made = new Map<string, MetricRows>();
  return (metric) => {
    const found = made.get(metric) ?? rowsOf(all.get(metric) ?? [], places);
    made.set(metric, found);
    return found;
  };
}

/** So many contributions are read at once: a statement takes longer than a few thousand of them. */
const AT_ONCE = 2 ** 16;

/** Makes a reader of the contributions in `from` to a metric. Where there are few of all metrics, they are read once. */
export async function metricRowReader(
  query: Query,
  places: BoardPlaces,
  from: string,
): Promise<(metric: string) => Promise<MetricRows>> {
  const [found = {}] = await query(`SELECT count(*)::DOUBLE AS n FROM ${from}`);
  if (number(found, 'n') > AT_ONCE)
    return async (metric) =>
      (await readMetricRows(query, `SELECT * FROM ${from} WHERE metric = ${literal(metric)}`, places))(metric);
  const read = await readMetricRows(query, `SELECT * FROM ${from}`, places);
  return async (metric) => read(metric);
}
