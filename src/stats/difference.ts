import type { ClusterInfluence, Estimate } from './cluster.ts';
import { studentTwoSided } from './distribution.ts';
import { NO_VARIATION, plainInterval } from './wilson.ts';

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
