import { none, type Outcome, some } from './outcome.ts';
import { NO_VARIATION, plainInterval } from './wilson.ts';

/** How many items the first rater labelled `a` and the second `b`. Labels are any texts; a tie is a label of its own. */
export interface LabelCount {
  readonly a: string;
  readonly b: string;
  readonly n: number;
}

/** Gives the phi coefficient of two yes/no facts, from the counts of the four combinations; none if one fact never varies. */
export function phi(counts: {
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly neither: number;
}): Outcome<number> {
  const { both, first, second, neither } = counts;
  const product = (both + first) * (second + neither) * (both + second) * (first + neither);
  return product === 0
    ? none('one of the two never varies')
    : some((both * neither - first * second) / Math.sqrt(product));
}

/** How many items of a cluster the first rater labelled `a` and the second `b`. */
export interface ClusterLabels extends LabelCount {
  readonly cluster: string;
}

/** How far two labels agree, 0 to 1: identity for names, `quadratic` for scores. */
export type Closeness = (a: string, b: string) => number;

const identity: Closeness = (a, b) => (a === b ? 1 : 0);

/** Weighs agreement of scores, which falls with the square of their distance, over `width`, the length of the scale (Psychol. Bull. 70, 1968). */
export const quadratic =
  (width: number): Closeness =>
  (a, b) =>
    1 - ((Number(a) - Number(b)) / width) ** 2;

export interface KappaEstimate {
  readonly kappa: number;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Share of items with equal labels. */
  readonly equal: number;
  readonly n: number;
  readonly clusters: number;
}

/** Gives the share of each label, and its mean closeness to the other rater's labels. */
function margins(counts: readonly LabelCount[], total: number, closeness: Closeness) {
  const shares = { a: new Map<string, number>(), b: new Map<string, number>() };
  for (const { a, b, n } of counts) {
    shares.a.set(a, (shares.a.get(a) ?? 0) + n / total);
    shares.b.set(b, (shares.b.get(b) ?? 0) + n / total);
  }
  const mean = (other: ReadonlyMap<string, number>, to: (label: string) => number): number =>
    [...other].reduce((sum, [label, share]) => sum + share * to(label), 0);
  const ofA = new Map([...shares.a.keys()].map((a) => [a, mean(shares.b, (b) => closeness(a, b))]));
  const ofB = new Map([...shares.b.keys()].map((b) => [b, mean(shares.a, (a) => closeness(a, b))]));
  return { ofA, ofB, chance: mean(shares.a, (a) => ofA.get(a) ?? 0) };
}

/** Kappa before its error: `term` is what an item with these two labels adds to it, the linearised deviation. */
interface LinearKappa {
  readonly kappa: number;
  /** Share of items with equal labels. */
  readonly equal: number;
  readonly n: number;
  readonly term: (a: string, b: string) => number;
}

/**
 * Gives Cohen's kappa, weighted where the labels are scores, with an item's linearised term ((v − p_o)(1 − p_e) − (1 − p_o)(v̄_a + v̄_b − 2p_e))
 * / (N(1 − p_e)²), v its closeness and v̄ the mean closeness of its labels to the other rater's. Where each item is a cluster of its own,
 * the sum of the squares is the large-sample variance of J. L. Fleiss, J. Cohen, B. S. Everitt (Psychol. Bull. 72, 1969). There is none
 * without items, or where both raters use one label only.
 */
export function linearKappa(counts: readonly LabelCount[], closeness: Closeness = identity): Outcome<LinearKappa> {
  const n = counts.reduce((sum, c) => sum + c.n, 0);
  if (n === 0) return none('no item with two labels');
  const { ofA, ofB, chance } = margins(counts, n, closeness);
  const rest = 1 - chance;
  if (rest < NO_VARIATION) return none('both raters gave one and the same label only');
  const observed = counts.reduce((sum, c) => sum + c.n * closeness(c.a, c.b), 0) / n;
  return some({
    kappa: (observed - chance) / rest,
    equal: counts.reduce((sum, c) => sum + (c.a === c.b ? c.n : 0), 0) / n,
    n,
    term: (a, b) => {
      const spread = (ofA.get(a) ?? 0) + (ofB.get(b) ?? 0) - 2 * chance;
      return ((closeness(a, b) - observed) * rest - (1 - observed) * spread) / (n * rest * rest);
    },
  });
}

/** Gives kappa with an interval from clustered items: SE² = n/(n−1) · Σ over clusters of (Σ terms)²; none with fewer than two clusters. */
export function clusteredKappa(
  counts: readonly ClusterLabels[],
  closeness: Closeness = identity,
): Outcome<KappaEstimate> {
  const linear = linearKappa(counts, closeness);
  if (linear.value === null) return none(linear.reason);
  const { kappa: value, equal, n, term } = linear.value;
  const terms = new Map<string, number>();
  for (const c of counts) terms.set(c.cluster, (terms.get(c.cluster) ?? 0) + c.n * term(c.a, c.b));
  const clusters = terms.size;
  const se = Math.sqrt((clusters / (clusters - 1)) * [...terms.values()].reduce((sum, t) => sum + t * t, 0));
  if (clusters < 2 || se < NO_VARIATION) return some({ kappa: value, lo: null, hi: null, equal, n, clusters });
  const { lo, hi } = plainInterval({ value, se, clusters });
  return some({ kappa: value, lo: Math.max(-1, lo), hi: Math.min(1, hi), equal, n, clusters });
}
