import { type ClusterInfluence, type Estimate, estimate, type SumTable, type TableLayout } from './cluster.ts';
import { NO_VARIATION, plainInterval, studentTwoSided } from './intervals.ts';

/** Two things that are compared: `base` is what the `other` one is held against. */
export interface Pairing<T> {
  readonly base: T;
  readonly other: T;
}

/** Paired difference other − base in the metric's own unit; `reason` says what is missing and is empty when nothing is. */
export interface Difference {
  readonly value: number | null;
  /** Clusters in which at least one of the two has rows. */
  readonly clusters: number;
  readonly se: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Two-sided, Student's t with clusters − 1 degrees of freedom. */
  readonly p: number | null;
  readonly reason: string;
}

/**
 * Counts the clusters of the union, and the SE of the difference: SE² = Σ(term_other − term_base)² over them, where an absent term is 0. Both must
 * index the same clusters.
 */
function pairedError({ base, other }: Pairing<ClusterInfluence>): { readonly clusters: number; readonly se: number } {
  let sum = 0;
  let clusters = 0;
  for (let k = 0; k < base.terms.length; k += 1) {
    const d = (other.terms[k] ?? 0) - (base.terms[k] ?? 0);
    sum += d * d;
    clusters += (other.present[k] ?? 0) | (base.present[k] ?? 0);
  }
  const se = Math.sqrt(sum);
  return { clusters, se: se < NO_VARIATION ? 0 : se };
}

/**
 * Gives the two-sided p of a paired difference. Without any variation t does not exist: every cluster then shows the same difference, and
 * of the 2ⁿ ways to swap the two runs in the n clusters two are as extreme, so p = 2^(1−n) (sign-flip test); 1 if they are equal.
 */
function pairedP(difference: number, se: number, clusters: number): number {
  if (difference === 0 || clusters < 2) return 1;
  return se === 0 ? 2 ** (1 - clusters) : studentTwoSided(difference / se, clusters - 1);
}

/** Gives the difference of two estimates over the same clusters (from one call of `sumTables`). */
export function difference({ base, other }: Pairing<Estimate>, range: readonly [number, number] | null): Difference {
  const value = other.value - base.value;
  const { clusters, se } = pairedError({ base: base.influence, other: other.influence });
  const reason = other.noError === '' ? base.noError : other.noError;
  if (reason !== '') return { value, clusters, se: null, lo: null, hi: null, p: null, reason };
  const p = pairedP(value, se, clusters);
  if (se > 0) return { value, clusters, se, ...plainInterval({ value, se, clusters }), p, reason: '' };
  if (range === null) return { value, clusters, se, lo: null, hi: null, p, reason: 'no variation between clusters' };
  const width = range[1] - range[0];
  const slack = unseen(clusters) * width;
  return {
    value,
    clusters,
    se,
    lo: Math.max(-width, value - slack),
    hi: Math.min(width, value + slack),
    p,
    reason: '',
  };
}

/** Gives the share of clusters that may differ though none of n did: 0.025 = (1 − share)ⁿ, about 3.7/n (Clopper–Pearson at 0 of n). */
function unseen(n: number): number {
  return 1 - 0.025 ** (1 / n);
}

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
