import type { KnownSlices } from '../../metrics/listed-slices.ts';
import type { Metric } from '../../metrics/metric.ts';
import { reading } from '../../metrics/reading.ts';
import type { Slice } from '../../metrics/slice.ts';
import { UNREPEATED } from '../../metrics/sums.ts';
import { cutTable, type RunValue } from '../../metrics/values.ts';
import type { BoardColumn, BoardPair } from '../../schema/board.ts';
import type { Run } from '../../schema/records.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { type ColumnPair, type Contender, columnPairs, isTold, type Rank, ranks } from '../../stats/ranks.ts';
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

function contender(value: RunValue | undefined): Contender | null {
  const found = value?.summary.value ?? null;
  return value === undefined || found === null ? null : { value: found, se: value.summary.se };
}

const UNTESTED: SharedDifference = {
  ...{ value: null, clusters: 0, se: null, lo: null, hi: null, p: null, shared: 0, of: 0 },
  reason: 'the standard error is not worked out',
};

/** Digits of stored differences: more than any column prints. */
const DIGITS = 5;

function storedPair(
  pair: ColumnPair<SharedDifference>,
  column: readonly (Contender | null)[],
  scale: number,
): BoardPair {
  const scaled = (x: number): number => Number((x * scale).toFixed(DIGITS));
  const { value, lo, hi, shared, of, reason } = pair.test;
  const interval = lo === null || hi === null ? null : ([scaled(lo), scaled(hi)] as const);
  const significant = pair.adjusted === null ? null : isTold(pair, column);
  return [pair.i, pair.j, value === null ? null : scaled(value), interval, significant, shared, of, reason];
}

/** Values of a column with their tests; `tests` is null where the metric has no error worked out. */
interface TestedValues {
  readonly values: ReadonlyMap<string, RunValue>;
  readonly tests: PairTests | null;
  readonly direction: BoardColumn['direction'];
  /** From the metric's unit to the printed one. */
  readonly scale: number;
}

/** Ranks of the runs of a column, and the differences of all pairs that have a value. */
export function testedColumn(
  { values, tests, direction, scale }: TestedValues,
  runs: readonly Run[],
): { readonly ranks: readonly (Rank | null)[]; readonly pairs: readonly BoardPair[] } {
  const column = runs.map(({ run }) => contender(values.get(run)));
  const pairs = columnPairs(column, (i, j) => tests?.(runs[i]?.run ?? '', runs[j]?.run ?? '') ?? UNTESTED);
  return {
    ranks: direction === 'none' ? [] : ranks(column, direction, pairs),
    pairs: pairs.map((pair) => storedPair(pair, column, scale)),
  };
}
