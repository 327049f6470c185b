import { parseSlice, type Slice } from '../schema/slice.ts';
import {
  type Estimate,
  estimate,
  estimateSummary,
  type SharedDifference,
  type SharedRun,
  type Summary,
  type SumTable,
  sharedDifferences,
} from '../stats/cluster.ts';
import type { Outcome } from '../stats/intervals.ts';
import type { Metric, SliceSum } from './metric.ts';
import { combinationOf, type MetricReading, reading, sliceRows } from './reading.ts';
import { metricRows, type RunRows, type Sums, sliceSums } from './sums.ts';

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

export const NO_VALUE: RunValue = { summary: NOTHING, estimate: null, n: 0, parts: 0 };

/** The rows of a metric in a slice, cut to what stays apart, and where they stand in tables that all runs share. */
interface ValueColumn {
  readonly runs: ReadonlyMap<string, readonly RunRows[]>;
  readonly aggregate: MetricReading['aggregate'];
  readonly slices: readonly string[];
  /** Place of each cluster that has rows, in the order of their numbers. */
  readonly clusterAt: Int32Array;
  readonly clusters: number;
  readonly clusterOf: Int32Array;
  readonly sampled: number;
}

function touched(rows: readonly RunRows[], clusterOf: Int32Array): Pick<ValueColumn, 'clusterAt' | 'clusters'> {
  const clusterAt = new Int32Array(clusterOf.reduce((most, cluster) => Math.max(most, cluster + 1), 0)).fill(-1);
  for (const { places } of rows) for (const place of places) clusterAt[clusterOf[place] ?? 0] = 0;
  let clusters = 0;
  for (let i = 0; i < clusterAt.length; i += 1) if (clusterAt[i] === 0) clusterAt[i] = clusters++;
  return { clusterAt, clusters };
}

/** Clusters that could have had rows, where labels decide which have (`Metric.sampledAs`); 0 where all have. Those of several splits are counted in each. */
function sampledIn({ rows, all = rows, clusterOf }: Sums, { sampledAs }: Metric, { split, facet }: Slice): number {
  if (sampledAs === undefined) return 0;
  const wanted = { ...(split === undefined ? {} : { split }), ...(facet === undefined ? {} : { facet }) };
  const labelled = sliceRows(
    all.filter(({ metric }) => metric === sampledAs),
    ['split'],
    wanted,
  );
  return [...Map.groupBy(labelled, ({ slice }) => slice).values()].reduce(
    (sum, own) => sum + touched(own, clusterOf).clusters,
    0,
  );
}

function columnOf(
  sums: Sums,
  metric: Metric,
  { slice, how }: { readonly slice: Slice; readonly how: MetricReading },
): ValueColumn {
  const rows = sliceRows(metricRows(sums, metric), how.keys, slice);
  return {
    runs: Map.groupBy(rows, ({ run }) => run),
    aggregate: how.aggregate,
    slices: [...new Set(rows.map((row) => row.slice))].sort(),
    ...touched(rows, sums.clusterOf),
    clusterOf: sums.clusterOf,
    sampled: sampledIn(sums, metric, slice),
  };
}

/** Adds rows up by cluster and slice, or those of them that are `chosen`. */
function tableOf(
  { aggregate: combination, slices, clusterAt, clusters, clusterOf, sampled }: ValueColumn,
  rows: readonly RunRows[],
  chosen?: (row: RunRows, place: number) => boolean,
): SumTable {
  const num = new Float64Array(clusters * slices.length);
  const den = new Float64Array(clusters * slices.length);
  for (const row of rows) {
    const at = slices.indexOf(row.slice);
    const { places, nums, dens } = row;
    for (let i = 0; i < places.length; i += 1) {
      const place = places[i] ?? 0;
      if (chosen !== undefined && !chosen(row, place)) continue;
      const cell = (clusterAt[clusterOf[place] ?? 0] ?? 0) * slices.length + at;
      num[cell] = (num[cell] ?? 0) + (nums[i] ?? 0);
      den[cell] = (den[cell] ?? 0) + (dens[i] ?? 0);
    }
  }
  return { combination, sampled, slices, num, den };
}

const different = (slices: readonly string[], of: (slice: string) => string): number => new Set(slices.map(of)).size;

const repeatsIn = (slices: readonly string[]): number =>
  Math.max(
    1,
    different(slices, (slice) => parseSlice(slice).get('repeat') ?? ''),
  );

const partsIn = (slices: readonly string[]): number =>
  different(slices, (slice) => slice.replace(/;?repeat=[^;]*$/, ''));

function valueIn(column: ValueColumn, { range }: Metric, rows: readonly RunRows[]): RunValue {
  const found = estimate(tableOf(column, rows));
  const summary = estimateSummary(found, range);
  const slices = rows.map(({ slice }) => slice);
  return { summary, estimate: found.value, n: Math.round(summary.den / repeatsIn(slices)), parts: partsIn(slices) };
}

/** The value of a metric of whole groups where only a part of a group is read. */
const OF_PART: RunValue = {
  ...NO_VALUE,
  summary: { ...NOTHING, reason: 'a number of all scores together: those of a part do not give it' },
};

export const NO_ERROR = 'its standard error is not worked out';

function derivedValue(outcome: Outcome<number>, sums: readonly SliceSum[]): RunValue {
  const { value } = outcome;
  const [num, den] = [sums.reduce((t, s) => t + s.num, 0), sums.reduce((t, s) => t + s.den, 0)];
  const reason = outcome.value === null ? outcome.reason : NO_ERROR;
  const summary = { value, num, den, clusters: 0, se: null, lo: null, hi: null, reason };
  return { summary, estimate: null, n: Math.round(den / repeatsIn(sums.map(({ slice }) => slice))), parts: 1 };
}

/** The one place where sums become values. Empty for a metric that is no function of one run's sums; the slice names a split where there are several. */
export function runValuesOf(sums: Sums, metric: Metric, slice: Slice = {}): ReadonlyMap<string, RunValue> {
  const { derive } = metric;
  if (derive !== undefined) {
    const own = sliceSums(sliceRows(metricRows(sums, metric), ['repeat'], slice));
    return new Map(
      [...Map.groupBy(own, ({ run }) => run)].map(([run, rows]) => [run, derivedValue(derive(rows), rows)]),
    );
  }
  const how = reading(metric, slice);
  if (how === null) return new Map();
  const column = columnOf(sums, metric, { slice, how });
  const isPart = metric.grouped === true && sums.selected === true;
  return new Map([...column.runs].map(([run, rows]) => [run, isPart ? OF_PART : valueIn(column, metric, rows)]));
}

export function valueOfRun(
  sums: Sums,
  metric: Metric,
  { run, slice = {} }: { readonly run: string; readonly slice?: Slice | undefined },
): RunValue {
  const rows = sums.rows.filter((row) => row.run === run || row.metric === metric.sampledAs);
  return runValuesOf({ ...sums, rows }, metric, slice).get(run) ?? NO_VALUE;
}

/** Difference of two runs by their ids over the judgments that both have. */
export type PairTests = (other: string, base: string) => SharedDifference;

/** Numbers the judgments of a column: what a row is about, and the place of its instance. */
function judgmentsIn({ runs, clusterOf }: ValueColumn): {
  readonly bitsOf: (rows: readonly RunRows[]) => Uint32Array;
  readonly isIn: (bits: Uint32Array) => (row: RunRows, place: number) => boolean;
} {
  const keyOf = ({ metric, about }: RunRows): string => `${metric} ${about}`;
  const keys = new Map([...new Set([...runs.values()].flat().map(keyOf))].map((key, i) => [key, i]));
  const firstOf = (row: RunRows): number => (keys.get(keyOf(row)) ?? 0) * clusterOf.length;
  const words = Math.ceil((keys.size * clusterOf.length) / 32);
  return {
    bitsOf: (rows) => {
      const bits = new Uint32Array(words);
      for (const row of rows) {
        const first = firstOf(row);
        for (const place of row.places) {
          const at = first + place;
          bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
        }
      }
      return bits;
    },
    isIn: (bits) => {
      let [latest, first] = [null as RunRows | null, 0];
      return (row, place) => {
        if (row !== latest) [latest, first] = [row, firstOf(row)];
        return (((bits[(first + place) >>> 5] ?? 0) >>> ((first + place) & 31)) & 1) === 1;
      };
    },
  };
}

/** Tests runs in pairs by a metric in a slice; `values`: what `runValuesOf` gives. Null where the metric has no error. */
export function pairTests(
  sums: Sums,
  metric: Metric,
  { slice, values }: { readonly slice: Slice; readonly values: ReadonlyMap<string, RunValue> },
): PairTests | null {
  const how = reading(metric, slice);
  if (how === null) return null;
  const column = columnOf(sums, metric, { slice, how });
  const { bitsOf, isIn } = judgmentsIn(column);
  const runs = [...column.runs].map(
    ([run, rows]): SharedRun => ({
      judgments: bitsOf(rows),
      whole: values.get(run)?.estimate ?? null,
      over: (judgments) => estimate(tableOf(column, rows, isIn(judgments))).value,
    }),
  );
  const placeOf = new Map([...column.runs.keys()].map((run, i) => [run, i]));
  const tests = sharedDifferences(runs, metric.range);
  return (other, base) => tests(placeOf.get(other) ?? -1, placeOf.get(base) ?? -1);
}

export function casesBehind(sums: Sums, metric: Metric, slice: Slice): ReadonlyMap<string, number> {
  const { group, weights } = combinationOf(metric);
  const counted = metricRows(sums, metric).filter((row) => (weights[group(row.slice)] ?? 0) !== 0);
  const rows = sliceRows(counted, [], slice);
  return new Map(
    [...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => {
      const seen = new Uint8Array(sums.clusterOf.length);
      for (const { places } of own) for (const place of places) seen[place] = 1;
      return [run, seen.reduce((n, one) => n + one, 0)];
    }),
  );
}
