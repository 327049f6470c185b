import { studentCritical, Z95 } from './distribution.ts';

/** Ends of an interval, in the unit of its value. */
export interface IntervalBounds {
  readonly lo: number;
  readonly hi: number;
}

/** What an interval needs to know of an estimate, all in the metric's own unit. */
export interface ValueSpread {
  readonly value: number;
  readonly se: number;
  readonly clusters: number;
  /** How many clusters deviate (see `deviating`). */
  readonly deviating: number;
}

/** Standard errors below this are rounding, not variation. */
export const NO_VARIATION = 1e-12;
/** See `farN`. */
const UNSEEN = 2.5;

/**
 * Says how many clusters carry the variation, from Σ|u| and Σu² over their linearised terms: (Σ|u|)²/(4Σu²). About m where m of many clusters
 * fail and the others do not; a quarter of all where they differ evenly.
 */
export function deviating(absolute: number, squares: number): number {
  return squares === 0 ? 0 : (absolute * absolute) / (4 * squares);
}

/**
 * Gives Wilson's score interval for a share (0–1) of n trials (real, > 0), with the half-width `quantile` in standard errors
 * (E. B. Wilson, JASA 22, 1927). For k of n pass k / n. Ends lie in [0, 1].
 */
export function wilson(share: number, n: number, quantile = Z95): IntervalBounds {
  const a = (quantile * quantile) / n;
  const centre = (share + a / 2) / (1 + a);
  const half = (quantile * Math.sqrt((share * (1 - share)) / n + a / (4 * n))) / (1 + a);
  return {
    lo: share === 0 ? 0 : Math.max(0, centre - half),
    hi: share === 1 ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Gives the number of independent 0/1 trials that would be as informative: R(1 − R)/SE², the number of clusters if SE = 0
 * (docs/metrics.md "Uncertainty"). All arguments scaled to [0, 1]. More trials than clusters are possible, because fractional scores
 * (BD, BC, critiques) vary less than 0/1.
 */
export function effectiveN(share: number, se: number, clusters: number): number {
  return se < NO_VARIATION ? clusters : (share * (1 - share)) / (se * se);
}

/**
 * Gives the number of trials for the end that faces the farther bound. Near a bound an SE below that of 0/1 scores may only mean that none of the
 * rare large failures is in the sample: scores that drop by one point, and in 3 of 100 clusters by eight, were covered 85 % of the time at
 * 60 clusters. So the ratio of the two variances, φ = clusters/n, is shrunk towards 1 as if 2.5 more clusters had failed by all that 0/1
 * scores can, besides those that deviate; fewer the farther R is from a bound, none at the middle. The end at the near bound needs
 * nothing: what was not seen moves a value only away from it.
 */
function farN(
  share: number,
  n: number,
  { clusters, deviating: m }: Pick<ValueSpread, 'clusters' | 'deviating'>,
): number {
  if (n <= clusters) return n;
  const unseen = UNSEEN * Math.abs(2 * share - 1);
  const ratio = (m * (clusters / n) + unseen) / (m + unseen);
  return clusters / ratio;
}

/**
 * Gives the 95 % interval of a metric bounded by `range`, from clustered data: Wilson with the effective n on the range scaled to [0, 1], each end
 * with its own (`effectiveN`, `farN`). The quantile is Student's with clusters − 1 degrees of freedom, because SE is itself estimated from
 * that many clusters. It covers 93 to 97.6 % from 60 clusters on, and up to 98.8 % where a value near a bound rests on rare failures: there
 * it is too wide rather than too narrow (measured by tests/stats/coverage.test.ts). A value on or beyond a bound that still varies (BD of
 * scores below 1) has no such n, so its interval is the plain one.
 */
export function boundedInterval(spread: ValueSpread, range: readonly [number, number]): IntervalBounds {
  const [low, high] = range;
  const width = high - low;
  const share = (spread.value - low) / width;
  const se = spread.se / width;
  const inside = share > 0 && share < 1;
  const atBound = (share === 0 || share === 1) && se < NO_VARIATION;
  if (!inside && !atBound) return plainInterval(spread);
  const quantile = studentCritical(spread.clusters - 1);
  const n = effectiveN(share, se, spread.clusters);
  const near = wilson(share, n, quantile);
  const far = wilson(share, farN(share, n, spread), quantile);
  const { lo, hi } = share > 0.5 ? { lo: far.lo, hi: near.hi } : { lo: near.lo, hi: far.hi };
  return { lo: low + lo * width, hi: low + hi * width };
}

/** Gives the 95 % interval of an unbounded metric: value ± t·SE, t with clusters − 1 degrees of freedom (1.96 for many). */
export function plainInterval({ value, se, clusters }: Omit<ValueSpread, 'deviating'>): IntervalBounds {
  const half = studentCritical(clusters - 1) * se;
  return { lo: value - half, hi: value + half };
}
