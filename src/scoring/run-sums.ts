import { type KnownSlices, knownSlices } from '../metrics/listed-slices.ts';
import type { Metric } from '../metrics/metric.ts';
import type { RunClusterSum, SliceSum } from '../metrics/sums.ts';
import { cutParts, type Sums } from '../metrics/values.ts';
import type { Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { equalClusters, type SumsByCluster } from '../stats/equal-clusters.ts';

/** Sums from which values of single runs are computed; nothing is read from the database twice. */
export interface RunSums {
  readonly known: KnownSlices;
  readonly runs: readonly string[];
  /** Sums of a metric in a slice, of every run that has rows there; clusters with equal sums are one (`ClusterSum.copies`). */
  readonly read: (metric: Metric, slice: Slice) => Promise<Sums>;
  /** Number of instances behind each run's value. */
  readonly behind: (metric: Metric, slice: Slice) => Promise<ReadonlyMap<string, number>>;
}

/** The contributions of one run to one metric in one stored slice; an instance is its place in the table. */
interface Held {
  readonly run: string;
  readonly slice: string;
  readonly instances: Int32Array;
  readonly nums: Float64Array;
  readonly dens: Float64Array;
}

/** The instances by their place, and the names of the clusters in order. */
interface Places {
  /** Number of each instance's cluster. */
  readonly clusterOf: Int32Array;
  readonly clusters: readonly string[];
  readonly splits: readonly string[];
}

/** Contributions of one run that are summed in one slice. */
interface Part {
  readonly metric: string;
  readonly slice: string;
  readonly held: readonly Held[];
}

/** Chooses coded rows by a condition: those of the instances in the table `chosen`. */
export const CHOSEN_ROWS =
  'instance IN (SELECT rowid FROM final.main.instances WHERE instance IN (SELECT instance FROM work.main.chosen))';

async function placesOf(query: Query): Promise<Places> {
  const rows = await query('SELECT instance, cluster, split FROM final.main.instances ORDER BY rowid');
  const named = rows.map((row) => text(row, 'cluster') || text(row, 'instance'));
  const clusters = [...new Set(named)].sort();
  const numbers = new Map(clusters.map((cluster, k) => [cluster, k]));
  const clusterOf = Int32Array.from(named, (cluster) => numbers.get(cluster) ?? 0);
  return { clusterOf, clusters, splits: rows.map((row) => text(row, 'split')) };
}

/** The contributions to a metric, in the order in which they are stored. */
async function heldOf(query: Query, metric: string): Promise<readonly Held[]> {
  const rows =
    await query(`SELECT run::VARCHAR AS run, slice::VARCHAR AS slice, list(instance) AS instances, list(num) AS nums, list(den) AS dens
FROM final.stored.contributions WHERE metric = ${literal(metric)} AND ${CHOSEN_ROWS} GROUP BY ALL ORDER BY ALL`);
  return rows.map((row) => ({
    run: text(row, 'run'),
    slice: text(row, 'slice'),
    instances: Int32Array.from(row['instances'] as readonly number[]),
    nums: Float64Array.from(row['nums'] as readonly number[]),
    dens: Float64Array.from(row['dens'] as readonly number[]),
  }));
}

function byCluster(held: readonly Held[], { clusterOf, clusters }: Places): SumsByCluster {
  const rows = new Int32Array(clusters.length);
  const nums = new Float64Array(clusters.length);
  const dens = new Float64Array(clusters.length);
  for (const own of held) {
    for (let i = 0; i < own.instances.length; i++) {
      const at = clusterOf[own.instances[i] ?? 0] ?? 0;
      rows[at] = (rows[at] ?? 0) + 1;
      nums[at] = (nums[at] ?? 0) + (own.nums[i] ?? 0);
      dens[at] = (dens[at] ?? 0) + (own.dens[i] ?? 0);
    }
  }
  return { rows, nums, dens };
}

function clusterSums(run: string, parts: readonly Part[], places: Places): RunClusterSum[] {
  const { clusters } = places;
  const summed = parts.map((part) => ({ ...part, sums: byCluster(part.held, places) }));
  const equal = equalClusters(
    summed.map(({ sums }) => sums),
    clusters.length,
  );
  return equal.flatMap(({ cluster: k, copies }) =>
    summed.flatMap(({ metric, slice, sums: { rows, nums, dens } }): RunClusterSum[] => {
      if (rows[k] === 0) return [];
      return [{ run, metric, slice, cluster: clusters[k] ?? '', num: nums[k] ?? 0, den: dens[k] ?? 0, copies }];
    }),
  );
}

const sliceSums = (run: string, parts: readonly Part[]): SliceSum[] =>
  parts.map(({ metric, slice, held }) => {
    const sum = { run, metric, slice, n: 0, num: 0, den: 0, squares: 0 };
    for (const { nums, dens } of held) {
      for (const [i, num] of nums.entries()) {
        sum.n++;
        sum.num += num;
        sum.den += dens[i] ?? 0;
        sum.squares += num * num;
      }
    }
    return sum;
  });

/** The instances that have rows, each once. */
function instancesIn(held: readonly Held[], { clusterOf }: Places): number[] {
  const seen = new Uint8Array(clusterOf.length);
  for (const { instances } of held) for (const instance of instances) seen[instance] = 1;
  const found: number[] = [];
  for (let i = 0; i < seen.length; i++) if (seen[i] === 1) found.push(i);
  return found;
}

/** Counts how many clusters have rows, by split. */
function clustersBySplit(held: readonly Held[], places: Places): ReadonlyMap<string, number> {
  const { clusterOf, splits } = places;
  const found = new Map<string, Set<number>>();
  for (const instance of instancesIn(held, places)) {
    const split = splits[instance] ?? '';
    found.set(split, (found.get(split) ?? new Set()).add(clusterOf[instance] ?? 0));
  }
  return new Map([...found].map(([split, clusters]) => [split, clusters.size]));
}

/** The stored contributions: what is known of them, and the rows of a metric. */
interface Stored {
  readonly known: KnownSlices;
  readonly places: Places;
  readonly held: (metric: string) => Promise<readonly Held[]>;
}

/** Says what a value is made of, by run; parts are in the order of their slices. */
async function partsOf(stored: Stored, metric: Metric, slice: Slice): Promise<ReadonlyMap<string, readonly Part[]>> {
  const parts = new Map<string, Part[]>();
  for (const part of cutParts(metric, { known: stored.known, slice })) {
    const rows = (await stored.held(part.metric)).filter((one) => part.stored.has(one.slice));
    for (const [run, held] of Map.groupBy(rows, (one) => one.run))
      parts.set(run, [...(parts.get(run) ?? []), { metric: part.metric, slice: part.slice, held }]);
  }
  return parts;
}

/** Clusters that could have had rows of a metric, as `readSampled` counts them. */
async function sampledOf({ held, places }: Stored, { sampledAs }: Metric): Promise<Sums['sampled']> {
  if (sampledAs === undefined) return () => 0;
  const counts = clustersBySplit(await held(sampledAs), places);
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return (_, { split }) => (split === undefined ? all : (counts.get(split) ?? 0));
}

async function sumsOf(stored: Stored, metric: Metric, slice: Slice): Promise<Sums> {
  const parts = [...(await partsOf(stored, metric, slice))];
  const isDerived = metric.derive !== undefined;
  return {
    clusters: new Map(isDerived ? [] : parts.map(([run, own]) => [run, clusterSums(run, own, stored.places)])),
    slices: new Map(isDerived ? parts.map(([run, own]) => [run, sliceSums(run, own)]) : []),
    sampled: await sampledOf(stored, metric),
  };
}

/** Answers of a function, each worked out once. */
function kept<A extends readonly unknown[], T>(
  keyOf: (...args: A) => string,
  make: (...args: A) => T,
): (...args: A) => T {
  const known = new Map<string, T>();
  return (...args) => {
    const key = keyOf(...args);
    const found = known.get(key) ?? make(...args);
    known.set(key, found);
    return found;
  };
}

const KNOWN = `(SELECT metric::VARCHAR AS metric, slice::VARCHAR AS slice FROM final.stored.contributions WHERE ${CHOSEN_ROWS} GROUP BY ALL)`;

/**
 * Sums the stored contributions of the instances in the table `chosen`. Those of a metric come as lists of numbers, once, and are added up
 * here: a board and a list of scores ask for some hundred sums, and each would be a statement with a row for every cluster.
 */
export async function readRunSums(query: Query): Promise<RunSums> {
  const stored: Stored = {
    known: await knownSlices(query, null, KNOWN),
    places: await placesOf(query),
    held: kept(
      (metric) => metric,
      (metric) => heldOf(query, metric),
    ),
  };
  const runs = (await query('SELECT run FROM final.main.runs ORDER BY run')).map((row) => text(row, 'run'));
  const read = kept(
    (metric: Metric, slice: Slice) => JSON.stringify([metric.id, slice]),
    (metric, slice) => sumsOf(stored, metric, slice),
  );
  const behind = async (metric: Metric, slice: Slice): Promise<ReadonlyMap<string, number>> => {
    const parts = [...(await partsOf(stored, metric, slice))];
    const countOf = (own: readonly Part[]): number =>
      instancesIn(
        own.flatMap(({ held }) => held),
        stored.places,
      ).length;
    return new Map(parts.map(([run, own]) => [run, countOf(own)]));
  };
  return { known: stored.known, runs, read, behind };
}
