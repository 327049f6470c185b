import { type Estimate, estimate, type SumTable, type TableLayout } from './cluster.ts';
import { type Difference, difference } from './difference.ts';

/** Some runs, and the number `n` of judgments for which all of them, and no other run, have contributions. */
export interface SharedHolders {
  readonly runs: ReadonlySet<number>;
  readonly n: number;
}

/** Sums of one run, each over the judgments of a cluster and slice with one set of holders. */
export interface HeldSums {
  /** Where each stands in the tables of runs: cluster · slices + slice. */
  readonly cells: Int32Array;
  /** Places of the sets in the list of holders. */
  readonly holders: Int32Array;
  readonly num: Float64Array;
  readonly den: Float64Array;
}

/** Paired difference of two runs over the judgments that both have. */
export interface SharedDifference extends Difference {
  readonly shared: number;
  /** Judgments of the run that has more of them. */
  readonly of: number;
}

/** What tests of runs on shared judgments need. */
export interface SharedOptions {
  readonly holders: readonly SharedHolders[];
  readonly layout: TableLayout;
  /** The metric's; null for an unbounded one. */
  readonly range: readonly [number, number] | null;
  /** As for `sumTables`. */
  readonly sampled: number;
}

/**
 * Two runs are tested where they share at least this part of the judgments of the run that has more: then what is tested makes up most of
 * both values. With less the values that the test would order are mostly about different cases.
 */
const SHARED_ENOUGH = 0.5;

/** Says why two runs that share so many judgments are not tested; empty where they are. */
export function tooFewShared(shared: number, of: number): string {
  return shared < SHARED_ENOUGH * of || shared === 0 ? `they share only ${shared} of ${of} judgments` : '';
}

/** Which rows of a run go into a table, and the table's places. */
interface HeldChoice extends Pick<SharedOptions, 'layout' | 'sampled'> {
  /** Per set of holders 1 where both runs belong to it, else 0; left out where all rows go into the table. */
  readonly kept?: Uint8Array;
}

/** Gives the table of a run's rows, or of those whose judgments another run has too. */
export function heldTable(run: HeldSums, { kept, layout, sampled }: HeldChoice): SumTable {
  const { combination, clusters, slices } = layout;
  const num = new Float64Array(clusters * slices.length);
  const den = new Float64Array(clusters * slices.length);
  for (let i = 0; i < run.cells.length; i += 1) {
    if (kept !== undefined && kept[run.holders[i] ?? 0] !== 1) continue;
    const cell = run.cells[i] ?? 0;
    num[cell] = (num[cell] ?? 0) + (run.num[i] ?? 0);
    den[cell] = (den[cell] ?? 0) + (run.den[i] ?? 0);
  }
  return { combination, sampled, slices, num, den, copies: new Float64Array(clusters).fill(1) };
}

const NOTHING = { value: null, clusters: 0, se: null, lo: null, hi: null, p: null };

/**
 * Tests the differences i − j of runs from their cluster sums, each over the judgments that both have a contribution for. Where fewer than half of
 * the judgments of the run with more are shared, there is no test, and the reason says how many they share.
 */
export function sharedDifferences(
  runs: readonly HeldSums[],
  { holders, layout, range, sampled }: SharedOptions,
): (i: number, j: number) => SharedDifference {
  const has = runs.map((_, i) => Uint8Array.from(holders, (set) => (set.runs.has(i) ? 1 : 0)));
  const sizes = has.map((own) => holders.reduce((sum, { n }, h) => sum + n * (own[h] ?? 0), 0));
  const known = runs.map(() => new Map<string, Estimate | null>());
  /** Most runs share the same judgments with many others, so one estimate serves many pairs. */
  const estimateOf = (i: number, kept: Uint8Array): Estimate | null => {
    const [own, sets, before] = [runs[i], has[i], known[i]];
    if (own === undefined || sets === undefined || before === undefined) return null;
    const lacking = sets.reduce((list, one, h) => (one === 1 && kept[h] !== 1 ? `${list} ${h}` : list), '');
    const found = before.get(lacking);
    if (found !== undefined) return found;
    const made = estimate(heldTable(own, { kept, layout, sampled })).value;
    before.set(lacking, made);
    return made;
  };
  return (i, j) => {
    const kept = Uint8Array.from(holders, (_, h) => (has[i]?.[h] ?? 0) & (has[j]?.[h] ?? 0));
    const shared = holders.reduce((sum, { n }, h) => sum + n * (kept[h] ?? 0), 0);
    const of = Math.max(sizes[i] ?? 0, sizes[j] ?? 0);
    const counts = { shared, of };
    const reason = tooFewShared(shared, of);
    if (reason !== '') return { ...NOTHING, ...counts, reason };
    const [other, base] = [estimateOf(i, kept), estimateOf(j, kept)];
    if (base === null || other === null)
      return { ...NOTHING, ...counts, reason: 'no value on the judgments that both share' };
    return { ...difference({ base, other }, range), ...counts };
  };
}
