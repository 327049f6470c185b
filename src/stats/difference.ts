import type { ClusterInfluence, Estimate } from './cluster.ts';
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

/** Clusters of the union, and SE² = Σ(term_other − term_base)² over them, an absent term being 0. Both must index the same clusters. */
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

/** Without variation t does not exist: of the 2ⁿ ways to swap the runs in n clusters two are as extreme, so p = 2^(1−n) (sign-flip test); 1 if they are equal. */
function pairedP(difference: number, se: number, clusters: number): number {
  if (difference === 0 || clusters < 2) return 1;
  return se === 0 ? 2 ** (1 - clusters) : studentTwoSided(difference / se, clusters - 1);
}

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

/** A run as tests on shared judgments see it. */
export interface SharedRun {
  /** Its judgments as bits: the same bit of two runs stands for the same judgment. */
  readonly judgments: Uint32Array;
  /** Over all of them; null where there is no value. All estimates are over the same clusters. */
  readonly whole: Estimate | null;
  /** Over those of its judgments whose bits are set. */
  readonly over: (judgments: Uint32Array) => Estimate | null;
}

/** Paired difference of two runs over the judgments that both have. */
export interface SharedDifference extends Difference {
  readonly shared: number;
  /** Judgments of the run that has more of them. */
  readonly of: number;
}

/** Share of the judgments of the run with more that two runs must have in common to be tested: with less, values are mostly about different cases. */
const SHARED_ENOUGH = 0.5;

/** Says why two runs that share so many judgments are not tested; empty where they are. */
export function tooFewShared(shared: number, of: number): string {
  return shared < SHARED_ENOUGH * of || shared === 0 ? `they share only ${shared} of ${of} judgments` : '';
}

const NOTHING = { value: null, clusters: 0, se: null, lo: null, hi: null, p: null };

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const bitsSet = (bits: Uint32Array): number => bits.reduce((sum, word) => sum + bitsIn(word), 0);

function remembered<T>(make: (i: number, j: number) => T): (i: number, j: number) => T {
  const known = new Map<string, { readonly made: T }>();
  return (i, j) => {
    const key = `${i} ${j}`;
    const found = known.get(key) ?? { made: make(i, j) };
    known.set(key, found);
    return found.made;
  };
}

/** Tests i − j over the judgments that both have; under half of those of the run with more there is no test, and the reason says how many. `range`: null if unbounded. */
export function sharedDifferences(
  runs: readonly SharedRun[],
  range: readonly [number, number] | null,
): (i: number, j: number) => SharedDifference {
  const sizes = runs.map(({ judgments }) => bitsSet(judgments));
  /** The first run with the same judgments: most runs have those of many others, so one estimate serves many pairs. */
  const alike = runs.map(({ judgments }, i) =>
    runs.findIndex((one, k) => sizes[k] === sizes[i] && one.judgments.every((word, w) => word === judgments[w])),
  );
  const judgmentsOf = (i: number): Uint32Array => runs[i]?.judgments ?? new Uint32Array();
  const both = (i: number, j: number): Uint32Array => {
    const others = judgmentsOf(j);
    return judgmentsOf(i).map((word, w) => word & (others[w] ?? 0));
  };
  const sharedBy = remembered((i, j) => bitsSet(both(i, j)));
  const estimateOf = remembered((i, j) => {
    const own = runs[i];
    return sharedBy(alike[i] ?? i, j) === sizes[i] ? own?.whole : own?.over(both(i, j));
  });
  return (i, j) => {
    const [one, two] = [alike[i] ?? i, alike[j] ?? j];
    const shared = sharedBy(one, two);
    const counts = { shared, of: Math.max(sizes[i] ?? 0, sizes[j] ?? 0) };
    const reason = tooFewShared(shared, counts.of);
    if (reason !== '') return { ...NOTHING, ...counts, reason };
    const [other, base] = [estimateOf(i, two), estimateOf(j, one)];
    if (other == null || base == null)
      return { ...NOTHING, ...counts, reason: 'no value on the judgments that both share' };
    return { ...difference({ base, other }, range), ...counts };
  };
}
