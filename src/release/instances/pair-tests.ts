import type { KnownSlices } from '../../metrics/listed-slices.ts';
import type { Metric } from '../../metrics/metric.ts';
import { reading } from '../../metrics/reading.ts';
import type { Slice } from '../../metrics/slice.ts';
import { UNREPEATED } from '../../metrics/sums.ts';
import { cutTable } from '../../metrics/values.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { type HeldSum, type Holders, type SharedDifference, sharedDifferences } from '../../stats/shared.ts';

/** Difference of two runs by their ids over the judgments that both have. */
export type PairTests = (other: string, base: string) => SharedDifference;

/**
 * Rows of the slice, and for each judgment the runs that have a contribution for it, whatever the repeat or how it was read. Slices are cut down
 * after that: two runs of which one lacks a criterion share the case's other criteria only.
 */
const heldRows = (cuts: string): string => `WITH kept AS MATERIALIZED (
  SELECT *, metric || ' ' || ${UNREPEATED} AS about FROM ${cuts}),
chosen AS MATERIALIZED (SELECT run, cluster, instance, cut, about, num, den FROM contributions JOIN kept USING (metric, slice)),
judgments AS (
  SELECT instance, about, string_agg(run, chr(10) ORDER BY run) AS holders FROM (SELECT DISTINCT run, instance, about FROM chosen)
  GROUP BY instance, about)`;

/** A metric in a slice, with `sampled` as for `sumTables`. */
interface TestedSlice {
  readonly known: KnownSlices;
  readonly metric: Metric;
  readonly slice: Slice;
  readonly sampled: number;
}

/** Paired tests of all runs that have rows of a metric in a slice, from the table `contributions` of the current database. */
export async function pairTests(query: Query, tested: TestedSlice): Promise<PairTests | null> {
  const { known, metric, slice, sampled } = tested;
  const how = reading(metric, slice);
  if (how === null) return null;
  const cuts = cutTable([metric], { known, slice });
  const sets = await query(
    `${heldRows(cuts)}
SELECT holders, count(*)::DOUBLE AS n FROM judgments GROUP BY holders ORDER BY holders`,
  );
  if (sets.length === 0) return null;
  const rows = await query(
    `${heldRows(cuts)}
SELECT run, cluster, cut, holders, sum(num) AS num, sum(den) AS den FROM chosen JOIN judgments USING (instance, about)
GROUP BY run, cluster, cut, holders ORDER BY run, cluster, cut, holders`,
  );
  const runs = [...new Set(rows.map((row) => text(row, 'run')))];
  const placeOf = new Map(runs.map((run, i) => [run, i]));
  const setOf = new Map(sets.map((row, i) => [text(row, 'holders'), i]));
  const holders = sets.map((row): Holders => {
    const own = text(row, 'holders').split('\n');
    return { runs: new Set(own.map((run) => placeOf.get(run) ?? -1)), n: number(row, 'n') };
  });
  const sums = runs.map((): HeldSum[] => []);
  for (const row of rows) {
    sums[placeOf.get(text(row, 'run')) ?? 0]?.push({
      ...{ cluster: text(row, 'cluster'), slice: text(row, 'cut'), num: number(row, 'num'), den: number(row, 'den') },
      holders: setOf.get(text(row, 'holders')) ?? 0,
    });
  }
  const tests = sharedDifferences(sums, { holders, aggregate: how.aggregate, range: metric.range, sampled });
  return (other, base) => tests(placeOf.get(other) ?? -1, placeOf.get(base) ?? -1);
}

const UNTESTED: SharedDifference = {
  ...{ value: null, clusters: 0, se: null, lo: null, hi: null, p: null, shared: 0, of: 0 },
  reason: 'the standard error is not worked out',
};

/** Tests in another unit: differences and their ends times `scale`, or no test where the metric has no error worked out. */
export function scaledTests(tests: PairTests | null, scale: number): PairTests {
  if (tests === null) return () => UNTESTED;
  const scaled = (x: number | null): number | null => (x === null ? null : x * scale);
  return (other, base) => {
    const found = tests(other, base);
    return { ...found, value: scaled(found.value), se: scaled(found.se), lo: scaled(found.lo), hi: scaled(found.hi) };
  };
}
