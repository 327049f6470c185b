import { meanOf } from './correlation.ts';
import { boundedInterval, deviating, NO_VARIATION, none, type Outcome, plainInterval, some } from './intervals.ts';

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
export interface ClusterInfluence {
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
