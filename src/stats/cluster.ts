import {
  boundedInterval,
  deviating,
  meanOf,
  NO_VARIATION,
  none,
  type Outcome,
  plainInterval,
  some,
  studentTwoSided,
} from './intervals.ts';

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

/** Σ over groups of weight · (plain mean of Σnum/Σden over the group's slices) + constant; of repeats the plain mean, without those that lack a group. */
export interface Combination {
  readonly group: (slice: string) => string;
  readonly weights: Readonly<Record<string, number>>;
  readonly constant: number;
  readonly repeat?: (slice: string) => string;
}

/** One run's sums, dense over a set of clusters and slices that compared runs share: cell = cluster · slices + slice. */
export interface SumTable {
  readonly combination: Combination;
  /** Clusters that could have had rows in every slice, if more than have some: TOS and CMR have rows for conflicts only, but prompts without one were sampled too. */
  readonly sampled: number;
  readonly slices: readonly string[];
  readonly num: Float64Array;
  readonly den: Float64Array;
}

/** What each cluster adds to the error of a value: the terms of two runs over the same clusters can be subtracted. */
interface ClusterInfluence {
  /** Linearised term per cluster, 0 where absent. SE² = Σ terms². */
  readonly terms: Float64Array;
  /** 1 where the run has rows in the cluster. */
  readonly present: Uint8Array;
}

/** A value with its clustered standard error, in the metric's own unit. */
export interface Estimate {
  readonly value: number;
  readonly num: number;
  readonly den: number;
  readonly clusters: number;
  /** Null where one cluster alone carries a slice; `noError` then says so. */
  readonly se: number | null;
  readonly noError: string;
  /** How many clusters carry the variation. */
  readonly deviating: number;
  readonly influence: ClusterInfluence;
}

/** An estimate for the page: `reason` says what is missing and why, and is empty when nothing is. */
export interface Summary {
  readonly value: number | null;
  readonly num: number;
  readonly den: number;
  readonly clusters: number;
  readonly se: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly reason: string;
}

export const EVERYTHING: Combination = { group: () => '', weights: { '': 1 }, constant: 0 };

interface SliceTotals {
  num: number;
  den: number;
  clusters: number;
}

/** `s`: place of the slice in the table. */
type WeightedTotals = SliceTotals & {
  readonly s: number;
  readonly group: string;
  readonly repeat: string;
  readonly weight: number;
};

const clustersOf = ({ slices, den }: SumTable): number => (slices.length === 0 ? 0 : den.length / slices.length);

/** Adds the terms of one slice at a time, without making pairs: intervals of hundreds of runs spend most of their time here. */
function sliceTotals(table: SumTable): SliceTotals[] {
  const { slices, num, den } = table;
  const clusters = clustersOf(table);
  return slices.map((_, s) => {
    const total = { num: 0, den: 0, clusters: 0 };
    for (let k = 0; k < clusters; k += 1) {
      const cell = k * slices.length + s;
      const n = num[cell] ?? 0;
      const d = den[cell] ?? 0;
      if (n === 0 && d === 0) continue;
      total.num += n;
      total.den += d;
      total.clusters += 1;
    }
    return total;
  });
}

/** Gives the slices with a denominator of the groups that weigh something, each with its weight in the value. */
function weightedTotals(table: SumTable, totals: readonly SliceTotals[]): Outcome<readonly WeightedTotals[]> {
  const { group, weights, repeat } = table.combination;
  const placed = totals.flatMap((total, s) => {
    const slice = table.slices[s] ?? '';
    return total.den === 0 ? [] : [{ ...total, s, group: group(slice), repeat: repeat?.(slice) ?? '' }];
  });
  const lacks = (own: readonly { readonly group: string }[]): string | undefined =>
    Object.keys(weights).find((g) => own.every((total) => total.group !== g));
  const empty = lacks(placed);
  if (empty !== undefined) return none(empty === '' ? noRows(table) : `no rows with a denominator in "${empty}"`);
  const repeats = [...Map.groupBy(placed, (total) => total.repeat).values()].filter((own) => lacks(own) === undefined);
  if (repeats.length === 0) return none('no repeat has rows of every kind');
  return some(
    repeats.flatMap((own) => {
      const groups = Map.groupBy(own, (total) => total.group);
      const weightOf = (g: string): number => (weights[g] ?? 0) / (groups.get(g)?.length ?? 1) / repeats.length;
      return own
        .filter((total) => (weights[total.group] ?? 0) !== 0)
        .map((total) => ({ ...total, weight: weightOf(total.group) }));
    }),
  );
}

/** Ratios of a group are added first and divided once, so that n shares of at most 1 never exceed 1; nine times 1/9 is 1.0000000000000002. */
function weightedMean({ weights, constant }: Combination, used: readonly WeightedTotals[]): number {
  const values = [...Map.groupBy(used, ({ repeat }) => repeat).values()].map((repeat) =>
    Object.entries(weights).reduce((sum, [group, weight]) => {
      const own = repeat.filter((total) => total.group === group);
      return own.length === 0 ? sum : sum + weight * meanOf(own.map(({ num, den }) => num / den));
    }, constant),
  );
  return meanOf(values);
}

function noRows(table: SumTable): string {
  return table.den.length === 0 ? 'no rows' : 'the denominator is 0';
}

/**
 * Gives a value and its clustered standard error. For one ratio R over n clusters exactly SE² = n/(n−1) · Σ(num_k − R·den_k)²/(Σden)²
 * (docs/metrics.md "Uncertainty"); for macro-averages a cluster's terms are summed over the slices first. The factor n/(n−1) is taken per
 * slice, with the slice's own clusters: when every cluster belongs to one slice (bias types), 60 clusters in 9 slices leave only 51
 * deviations, and the factor 60/59 made intervals cover 93.3 % instead of 95 %. A cluster with a numerator and no denominator counts like
 * any other: in halo, verdicts may differ where no labels do; one with neither does not, unless the table says how many were sampled.
 * Without rows, or with a denominator of 0, there is the reason instead.
 */
export function estimate(table: SumTable): Outcome<Estimate> {
  const totals = sliceTotals(table);
  const weighted = weightedTotals(table, totals);
  if (weighted.value === null) return weighted;
  const used = weighted.value;
  const influence = influenceOf(table, used);
  const lonely = used.find((t) => t.clusters === 1);
  let [squares, absolute, clusters] = [0, 0, 0];
  for (let k = 0; k < influence.terms.length; k += 1) {
    const u = influence.terms[k] ?? 0;
    squares += u * u;
    absolute += Math.abs(u);
    clusters += influence.present[k] ?? 0;
  }
  return some({
    value: weightedMean(table.combination, used),
    num: used.reduce((sum, t) => sum + t.num, 0),
    den: used.reduce((sum, t) => sum + t.den, 0),
    clusters,
    se: lonely === undefined ? Math.sqrt(squares) : null,
    noError: lonely === undefined ? '' : `one cluster${inSlice(table.slices[lonely.s])}: no standard error`,
    deviating: deviating(absolute, squares),
    influence,
  });
}

function inSlice(slice = ''): string {
  return slice === '' ? '' : ` in "${slice}"`;
}

function influenceOf(table: SumTable, used: readonly WeightedTotals[]): ClusterInfluence {
  const { slices, num, den, sampled } = table;
  const terms = new Float64Array(clustersOf(table));
  const present = new Uint8Array(terms.length);
  for (const total of used) {
    const ratio = total.num / total.den;
    const n = Math.max(total.clusters, sampled);
    const scale = total.clusters === 1 ? 0 : (total.weight * Math.sqrt(n / (n - 1))) / total.den;
    for (let k = 0; k < terms.length; k += 1) {
      const cell = k * slices.length + total.s;
      const own = num[cell] ?? 0;
      const d = den[cell] ?? 0;
      if (own === 0 && d === 0) continue;
      present[k] = 1;
      terms[k] = (terms[k] ?? 0) + scale * (own - ratio * d);
    }
  }
  return { terms, present };
}

/** Gives the interval by the metric's range: Wilson with n_eff where bounded, ±t·SE where not (null range). */
export function estimateSummary(outcome: Outcome<Estimate>, range: readonly [number, number] | null): Summary {
  if (outcome.value === null) {
    return { value: null, num: 0, den: 0, clusters: 0, se: null, lo: null, hi: null, reason: outcome.reason };
  }
  const { value, num, den, clusters, se, noError, deviating: m } = outcome.value;
  const shared = { value, num, den, clusters, se };
  if (se === null) return { ...shared, lo: null, hi: null, reason: noError };
  if (range === null && se < NO_VARIATION)
    return { ...shared, lo: null, hi: null, reason: 'no variation between clusters' };
  const spread = { value, se, clusters, deviating: m };
  return { ...shared, ...(range === null ? plainInterval(spread) : boundedInterval(spread, range)), reason: '' };
}
