import { type KnownSlices, knownSlices } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import { reading, sliceRows } from '../metrics/reading.ts';
import type { SliceSum } from '../metrics/sums.ts';
import { cutParts, type RunValue, runValuesOf, type Sums, sumsOfSlices, valueOfTable } from '../metrics/values.ts';
import type { Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import type { Combination, TableLayout } from '../stats/cluster.ts';
import {
  type HeldSums,
  heldTable,
  type SharedDifference,
  type SharedHolders,
  sharedDifferences,
} from '../stats/difference.ts';
import { type BoardPlaces, boardPlaces, type HeldRows, type MetricRows, metricRowReader } from './board-rows.ts';

/** Difference of two runs by their ids over the judgments that both have. */
export type PairTests = (other: string, base: string) => SharedDifference;

const UNTESTED: SharedDifference = {
  ...{ value: null, clusters: 0, se: null, lo: null, hi: null, p: null, shared: 0, of: 0 },
  reason: 'the standard error is not worked out',
};

/** Gives tests in another unit: differences and their ends times `scale`, or no test where the metric has no error worked out. */
export function scaledTests(tests: PairTests | null, scale: number): PairTests {
  if (tests === null) return () => UNTESTED;
  const scaled = (x: number | null): number | null => (x === null ? null : x * scale);
  return (other, base) => {
    const found = tests(other, base);
    return { ...found, value: scaled(found.value), se: scaled(found.se), lo: scaled(found.lo), hi: scaled(found.hi) };
  };
}

/** Sums of a run in a cluster and part over judgments that the same runs have: row by row, in the order of clusters, parts and sets. */
interface RunRows {
  readonly clusters: Int32Array;
  readonly parts: Int32Array;
  readonly sets: Int32Array;
  readonly n: Float64Array;
  readonly num: Float64Array;
  readonly den: Float64Array;
  /** Σnum². */
  readonly squares: Float64Array;
}

/** The contributions to a part, and the place of each set of runs in the list of holders. */
interface PartHeld {
  readonly held: readonly HeldRows[];
  readonly holders: readonly number[];
}

/** Contributions of a run, one by one. */
type Single = Pick<RunRows, 'clusters' | 'parts' | 'sets' | 'num' | 'den'>;

/** Sorts places by their keys, which are numbers below `range`; equal ones keep their order. */
function sortedBy(order: Int32Array, keys: Int32Array, range: number): Int32Array {
  const next = new Int32Array(range + 1);
  for (let i = 0; i < keys.length; i++) {
    const after = (keys[i] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let key = 0; key < range; key++) next[key + 1] = (next[key + 1] ?? 0) + (next[key] ?? 0);
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const place = order[i] ?? 0;
    const key = keys[place] ?? 0;
    const to = next[key] ?? 0;
    next[key] = to + 1;
    sorted[to] = place;
  }
  return sorted;
}

/** Lists the contributions of a run to all parts. */
function singles(
  own: readonly { readonly held: HeldRows; readonly part: number; readonly holders: readonly number[] }[],
  { clusterOf }: BoardPlaces,
): Single {
  const count = own.reduce((sum, { held }) => sum + held.places.length, 0);
  const [clusters, parts, sets] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const [num, den] = [new Float64Array(count), new Float64Array(count)];
  let at = 0;
  for (const { held, part, holders } of own) {
    const { places, nums, dens } = held;
    num.set(nums, at);
    den.set(dens, at);
    parts.fill(part, at, at + places.length);
    for (let i = 0; i < places.length; i++) {
      clusters[at + i] = clusterOf[places[i] ?? 0] ?? 0;
      sets[at + i] = holders[held.holders[i] ?? 0] ?? 0;
    }
    at += places.length;
  }
  return { clusters, parts, sets, num, den };
}

/** Says where contributions that are alike in cluster, part and set begin in an order in which they follow one another. */
function startsOf({ clusters, parts, sets }: Single, order: Int32Array): Int32Array {
  const starts = new Int32Array(order.length);
  let count = 0;
  let last = -1;
  for (let i = 0; i < order.length; i++) {
    const place = order[i] ?? 0;
    const isAlike =
      i > 0 && clusters[place] === clusters[last] && parts[place] === parts[last] && sets[place] === sets[last];
    if (!isAlike) starts[count++] = i;
    last = place;
  }
  return starts.subarray(0, count);
}

/** Adds up the contributions that are alike, in the order in which they come. */
function summed(single: Single, order: Int32Array): RunRows {
  const { num: nums, den: dens } = single;
  const starts = startsOf(single, order);
  const n = new Float64Array(starts.length);
  const num = new Float64Array(starts.length);
  const den = new Float64Array(starts.length);
  const squares = new Float64Array(starts.length);
  for (let row = 0; row < starts.length; row++) {
    const start = starts[row] ?? 0;
    const end = starts[row + 1] ?? order.length;
    let ownNum = 0;
    let ownDen = 0;
    let ownSquares = 0;
    for (let i = start; i < end; i++) {
      const place = order[i] ?? 0;
      const one = nums[place] ?? 0;
      ownNum += one;
      ownDen += dens[place] ?? 0;
      ownSquares += one * one;
    }
    n[row] = end - start;
    num[row] = ownNum;
    den[row] = ownDen;
    squares[row] = ownSquares;
  }
  const named = (of: Int32Array): Int32Array => starts.map((start) => of[order[start] ?? 0] ?? 0);
  return {
    ...{ clusters: named(single.clusters), parts: named(single.parts), sets: named(single.sets) },
    ...{ n, num, den, squares },
  };
}

/** Sums up the contributions to the parts of a column, run by run; `sets`: how many sets of runs there are. */
function runRows(
  parts: readonly PartHeld[],
  { places, sets }: { readonly places: BoardPlaces; readonly sets: number },
): readonly RunRows[] {
  const byRun = Map.groupBy(
    parts.flatMap(({ held, holders }, part) => held.map((one) => ({ held: one, part, holders }))),
    ({ held }) => held.run,
  );
  return places.runs.map((_, run) => {
    const single = singles(byRun.get(run) ?? [], places);
    // They come part by part.
    const start = single.parts.map((_, i) => i);
    const bySet = sets > 1 ? sortedBy(sortedBy(start, single.sets, sets), single.parts, parts.length) : start;
    return summed(single, sortedBy(bySet, single.clusters, places.clusters));
  });
}

/** What a column of a board is made of, of every run that has rows there. */
interface ColumnSums {
  readonly values: () => ReadonlyMap<string, RunValue>;
  /** The tests of two runs on the judgments that both have; null where the metric has no error worked out. */
  readonly tests: () => PairTests | null;
  /** The sums without clusters. */
  readonly sums: () => Sums;
  /** Number of instances behind each run's value. */
  readonly behind: () => ReadonlyMap<string, number>;
}

/** Reads what values of runs are made of, for the columns of boards and for lists of scores. */
export interface BoardSums {
  readonly known: KnownSlices;
  readonly read: (metric: Metric, slice: Slice) => Promise<ColumnSums>;
}

/** Slices of a metric's rows that become one, with the contributions of all runs. */
interface Part {
  readonly metric: string;
  readonly slice: string;
  readonly held: readonly HeldRows[];
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

/** Counts the clusters of the instances with rows of the metric that takes every labelled one, as `readSampled`. */
function sampledIn({ held }: MetricRows, { clusters, clusterOf, splits, splitOf }: BoardPlaces): Sums['sampled'] {
  const seen = splits.map(() => new Uint8Array(clusters));
  for (const { places } of held)
    for (const place of places) {
      const own = seen[splitOf[place] ?? 0];
      if (own !== undefined) own[clusterOf[place] ?? 0] = 1;
    }
  const counts = seen.map((own) => own.reduce((n, one) => n + one, 0));
  return (_, { split }) =>
    split === undefined ? counts.reduce((total, n) => total + n, 0) : (counts[splits.indexOf(split)] ?? 0);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The sums of rows of one run by part. */
function sliceSums(run: string, { parts: of, n, num, den, squares }: RunRows, parts: readonly Part[]): SliceSum[] {
  const sums = new Map<number, Mutable<SliceSum>>();
  for (let i = 0; i < of.length; i++) {
    const part = of[i] ?? 0;
    let sum = sums.get(part);
    if (sum === undefined) {
      const { metric = '', slice = '' } = parts[part] ?? {};
      sum = { run, metric, slice, n: 0, num: 0, den: 0, squares: 0 };
      sums.set(part, sum);
    }
    sum.n += n[i] ?? 0;
    sum.num += num[i] ?? 0;
    sum.den += den[i] ?? 0;
    sum.squares += squares[i] ?? 0;
  }
  return [...sums.values()];
}

/** Says where the rows of runs stand in tables over the union of their clusters and of the slices that parts are called; both in the order in which they first come. */
function placedRows(
  runs: readonly RunRows[],
  names: readonly string[],
  combination: Combination,
): { readonly layout: TableLayout; readonly held: readonly HeldSums[] } {
  const clusterAt = new Map<number, number>();
  const slices: string[] = [];
  const sliceAt = new Int32Array(names.length).fill(-1);
  for (const { clusters, parts } of runs) {
    let last = -1;
    for (let i = 0; i < clusters.length; i++) {
      const cluster = clusters[i] ?? 0;
      if (cluster !== last && !clusterAt.has(cluster)) clusterAt.set(cluster, clusterAt.size);
      last = cluster;
      const part = parts[i] ?? 0;
      if (sliceAt[part] !== -1) continue;
      const name = names[part] ?? '';
      if (!slices.includes(name)) slices.push(name);
      sliceAt[part] = slices.indexOf(name);
    }
  }
  const held = runs.map(
    ({ clusters, parts, sets, num, den }): HeldSums => ({
      cells: clusters.map(
        (cluster, i) => (clusterAt.get(cluster) ?? 0) * slices.length + (sliceAt[parts[i] ?? 0] ?? 0),
      ),
      holders: sets,
      ...{ num, den },
    }),
  );
  return { layout: { combination, clusters: clusterAt.size, slices }, held };
}

/** What the values and tests of a column are made of. */
interface ColumnRows {
  readonly metric: Metric;
  readonly slice: Slice;
  readonly names: readonly string[];
  readonly parts: readonly Part[];
  readonly runs: readonly RunRows[];
  readonly holders: readonly SharedHolders[];
  readonly sampled: number;
}

function sumsIn({ names, parts, runs }: ColumnRows): Sums {
  return sumsOfSlices(runs.flatMap((own, run) => sliceSums(names[run] ?? '', own, parts)));
}

function valuesIn(column: ColumnRows): ReadonlyMap<string, RunValue> {
  const { metric, slice, names, parts, runs, sampled } = column;
  if (metric.derive !== undefined) return runValuesOf(sumsIn(column), metric, slice);
  const how = reading(metric, slice);
  if (how === null) return new Map();
  const cuts = parts.map((part) => sliceRows([part], how.keys, slice)[0]?.slice ?? '');
  return new Map(
    runs.flatMap((own, run) => {
      if (own.parts.length === 0) return [];
      // Over its own clusters: a value must not depend on whose values stand beside it, not even in its last digit.
      const { layout, held } = placedRows([own], cuts, how.aggregate);
      const [sums] = held;
      if (sums === undefined) return [];
      const present = [...new Set(own.parts)].map((part) => cuts[part] ?? '');
      return [[names[run] ?? '', valueOfTable(heldTable(sums, { layout, sampled }), metric, present)] as const];
    }),
  );
}

function behindIn({ names, parts }: ColumnRows, { clusterOf }: BoardPlaces): ReadonlyMap<string, number> {
  const byRun = Map.groupBy(
    parts.flatMap(({ held }) => held),
    ({ run }) => run,
  );
  return new Map(
    [...byRun].map(([run, held]) => {
      const seen = new Uint8Array(clusterOf.length);
      for (const { places } of held) for (const place of places) seen[place] = 1;
      return [names[run] ?? '', seen.reduce((n, one) => n + one, 0)];
    }),
  );
}

function testsIn({ metric, slice, names, parts, runs, holders, sampled }: ColumnRows): PairTests | null {
  const how = reading(metric, slice);
  if (how === null) return null;
  const cuts = parts.map((part) => part.slice);
  const { layout, held } = placedRows(runs, cuts, how.aggregate);
  const tests = sharedDifferences(held, { holders, layout, range: metric.range, sampled });
  const placeOf = new Map(names.map((run, i) => [run, i]));
  return (other, base) => tests(placeOf.get(other) ?? -1, placeOf.get(base) ?? -1);
}

/**
 * Reads the contributions in `from`, a table or a statement in brackets, each metric as lists of numbers: boards and lists of scores ask for
 * hundreds of columns, and each would be a statement with a row for every run and cluster. `instances` of the current database names
 * their clusters and splits.
 */
export async function readBoardSums(query: Query, from = 'contributions'): Promise<BoardSums> {
  const runs = await query(`SELECT DISTINCT run::VARCHAR AS name FROM ${from} ORDER BY name`);
  const places = await boardPlaces(
    query,
    runs.map((row) => text(row, 'name')),
  );
  const known = await knownSlices(query, null, from);
  const rowsOf = await metricRowReader(query, places, from);
  let rows: ReadonlyMap<string, MetricRows> = new Map();
  const read = async (metric: Metric, slice: Slice): Promise<ColumnSums> => {
    const next = new Map<string, MetricRows>();
    const { sampledAs = '' } = metric;
    // Columns of one metric follow one another: those of others are not held.
    for (const id of new Set([...metric.rows, ...(sampledAs === '' ? [] : [sampledAs])]))
      next.set(id, rows.get(id) ?? (await rowsOf(id)));
    rows = next;
    const parts = partsOf(metric, slice, { known, rows });
    const sets = setsOf(parts, rows);
    const at = new Map([...sets.keys()].map((name, place) => [name, place]));
    const holders = new Map([...rows].map(([id, own]) => [id, own.sets.names.map((name) => at.get(name) ?? 0)]));
    const whole = rows.get(sampledAs);
    const column: ColumnRows = {
      ...{ metric, slice, names: places.runs, parts },
      runs: runRows(
        parts.map(({ metric: id, held }) => ({ held, holders: holders.get(id) ?? [] })),
        { places, sets: sets.size },
      ),
      holders: [...sets.values()],
      sampled: whole === undefined ? 0 : sampledIn(whole, places)(metric, slice),
    };
    return {
      values: () => valuesIn(column),
      tests: () => testsIn(column),
      sums: () => sumsIn(column),
      behind: () => behindIn(column, places),
    };
  };
  return { known, read };
}
