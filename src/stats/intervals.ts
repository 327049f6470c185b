import type { JudgeRates } from '../schema/board.ts';

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export interface CorrelatedPoint {
  readonly x: number;
  readonly y: number;
}

/** Gives Pearson's r, −1 to 1; none for fewer than two points or when x or y does not vary. */
export function pearson(points: readonly CorrelatedPoint[]): Outcome<number> {
  const n = points.length;
  if (n < 2) return none('fewer than two points');
  // Asked of the values themselves: the mean of three times 0.1 is not 0.1, so that sums of squares need not be 0.
  const [first] = points;
  if (points.every(({ x }) => x === first?.x) || points.every(({ y }) => y === first?.y))
    return none('all values are equal');
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  let [xx, yy, xy] = [0, 0, 0];
  for (const { x, y } of points) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  return some(Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy))));
}

/** Gives Spearman's rank correlation: Pearson's r of the ranks, equal values sharing their mean rank. */
export function spearman(points: readonly CorrelatedPoint[]): Outcome<number> {
  const xs = midRanks(points.map((point) => point.x));
  const ys = midRanks(points.map((point) => point.y));
  return pearson(xs.map((x, i) => ({ x, y: ys[i] ?? 0 })));
}

function midRanks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((i, j) => (values[i] ?? 0) - (values[j] ?? 0));
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const i of order.slice(start, end)) result[i] = (start + 1 + end) / 2;
    start = end;
  }
  return result;
}

/** Says for each point whether no other is at least as high in both and higher in one. Equal points are in it together or not at all. */
export function paretoFront(points: readonly CorrelatedPoint[]): boolean[] {
  return points.map((p) => !points.some((q) => q.x >= p.x && q.y >= p.y && (q.x > p.x || q.y > p.y)));
}

type Cells = readonly (readonly (number | null)[])[];

const SWEEPS = 1000;
const MATRIX_SETTLED = 1e-12;

/** x_jg − x_j· − x_·g + x_··, what is left of a matrix after row and column effects; with missing cells (null, kept) the least-squares fit takes the means' place. */
export function doublyCentred(matrix: Cells): (number | null)[][] {
  let rest = matrix.map((row) => [...row]);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const swept = transposed(withoutRowMeans(transposed(withoutRowMeans(rest))));
    const moved = change(rest, swept);
    rest = swept;
    if (moved < MATRIX_SETTLED) break;
  }
  return rest;
}

function withoutRowMeans(matrix: Cells): (number | null)[][] {
  return matrix.map((row) => {
    const present = row.filter((x) => x !== null);
    const mean = meanOf(present);
    return row.map((x) => (x === null ? null : x - mean));
  });
}

function transposed(matrix: Cells): (number | null)[][] {
  return (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? null));
}

function change(before: Cells, after: Cells): number {
  const moves = before.flatMap((row, i) => row.map((x, j) => Math.abs((x ?? 0) - (after[i]?.[j] ?? 0))));
  return moves.reduce((most, move) => Math.max(most, move), 0);
}

export interface ObservedShare {
  readonly share: number;
  readonly n: number;
}

export type CorrectedRate =
  | {
      readonly refused: null;
      readonly value: number;
      /** Its 95 % interval, whose ends are left where they are. */
      readonly interval: IntervalBounds;
      /** Labelled cases more that halve the interval; null where no number does, since the observed cases alone make it wider. */
      readonly more: number | null;
    }
  | {
      readonly refused: 'observed' | 'no-error' | 'blind' | 'outside';
      readonly value: number | null;
    };

/** How much better than chance a judge tells A from B: TPR + TNR − 1. */
export const toldApartBy = ({ tpr, tnr }: Pick<JudgeRates, 'tpr' | 'tnr'>): number => tpr + tnr - 1;

/** W. J. Rogan and B. Gladen (Am. J. Epidemiol. 107, 1978): (observed + TNR − 1) / (TPR + TNR − 1), delta method. None near TPR + TNR = 1, or where it is no share. */
export function correctedRate(rates: JudgeRates, { share, n }: ObservedShare): CorrectedRate {
  const told = toldApartBy(rates);
  if (!(share >= 0 && share <= 1) || !Number.isSafeInteger(n) || n < 1) return { refused: 'observed', value: null };
  if (rates.errors === null || rates.clusters < 2) return { refused: 'no-error', value: null };
  const [ofTpr, ofTnr, both] = rates.errors;
  const quantile = studentCritical(rates.clusters - 1);
  const spread = Math.sqrt(Math.max(0, ofTpr + ofTnr + 2 * both));
  if (told - quantile * spread <= NO_VARIATION) return { refused: 'blind', value: null };
  const value = (share + rates.tnr - 1) / told;
  if (value < 0 || value > 1) return { refused: 'outside', value };
  const observed = (share * (1 - share)) / n / told ** 2;
  const labelled = (value ** 2 * ofTpr + (1 - value) ** 2 * ofTnr - 2 * value * (1 - value) * both) / told ** 2;
  const half = quantile * Math.sqrt(Math.max(0, observed + labelled));
  return {
    refused: null,
    value,
    interval: { lo: value - half, hi: value + half },
    more: moreLabels(rates.n, { observed, labelled }),
  };
}

/** Half an interval is a quarter of the variance; the labelled part of it falls with the number of labels. */
function moreLabels(
  [a, b]: JudgeRates['n'],
  { observed, labelled }: { readonly observed: number; readonly labelled: number },
): number | null {
  const left = (observed + labelled) / 4 - observed;
  if (left <= 0) return null;
  return Math.max(0, Math.ceil((a + b) * (labelled / left - 1)));
}

/** A statistic, or the reason why there is none; the reason is one phrase for a reader. */
export type Outcome<T> = { readonly value: T; readonly reason: '' } | { readonly value: null; readonly reason: string };

export function some<T>(value: T): Outcome<T> {
  return { value, reason: '' };
}

export function none(reason: string): { readonly value: null; readonly reason: string } {
  return { value: null, reason };
}

/** 97.5 % quantile of the standard normal distribution: half-width of a 95 % interval in standard errors. */
export const Z95 = 1.959963984540054;

const TINY = 1e-300;
const SETTLED = 1e-16;
const MAX_TERMS = 10_000;
/** Digits to which every JavaScript engine computes the same quantile. */
const AGREED = 13;

/** Gives the continued fraction b0 + a1/(b1 + a2/(b2 + …)) by Lentz's method (Numerical Recipes, section 5.2). */
function continuedFraction(b0: number, term: (j: number) => readonly [a: number, b: number]): number {
  let value = b0 === 0 ? TINY : b0;
  let c = value;
  let d = 0;
  for (let j = 1; j < MAX_TERMS; j += 1) {
    const [a, b] = term(j);
    d = b + a * d;
    c = b + a / c;
    d = 1 / (d === 0 ? TINY : d);
    c = c === 0 ? TINY : c;
    value *= c * d;
    if (Math.abs(c * d - 1) < SETTLED) break;
  }
  return value;
}

/** Gives erf(x), 0 ≤ x < 2, by a series of positive terms: nothing cancels (Abramowitz & Stegun 7.1.6). */
function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let j = 1; term > SETTLED * sum; j += 1) {
    term *= (2 * x * x) / (2 * j + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Gives erfc(x), x ≥ 2, by continued fraction (Abramowitz & Stegun 7.1.14): keeps its relative precision in the tail. */
function erfcTail(x: number): number {
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * continuedFraction(x, (j) => [j / 2, x]));
}

/** Gives P(|Z| ≥ |z|) of the standard normal distribution. */
export function normalTwoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  return x < 2 ? 1 - erfSeries(x) : erfcTail(x);
}

/** ln B(a, ½): the asymptotic series of Γ(a)/Γ(a + ½) (Tricomi & Erdélyi 1951) from a ≥ 40 on, exact to the last digit, and Γ(a + 1) = a·Γ(a) to get there. */
function lnBetaHalf(a: number): number {
  let shift = 1;
  let x = a;
  for (; x < 40; x += 1) shift *= x / (x + 0.5);
  const series = -1 / (8 * x) + 1 / (192 * x ** 3) - 1 / (640 * x ** 5) + 17 / (14336 * x ** 7);
  return 0.5 * Math.log(Math.PI / x) - series - Math.log(shift);
}

/** Gives the continued fraction of the incomplete beta function (DLMF 8.17.22), good for x < (a + 1)/(a + b + 2). */
function betaFraction(a: number, b: number, x: number): number {
  return continuedFraction(1, (j) => {
    const m = Math.floor(j / 2);
    const a2 = a + 2 * m;
    const numerator = j % 2 === 0 ? (m * (b - m)) / ((a2 - 1) * a2) : (-(a + m) * (a + b + m)) / (a2 * (a2 + 1));
    return [numerator * x, 1];
  });
}

/** Gives P(|T| ≥ |t|) of Student's t with df > 0 degrees of freedom: the incomplete beta function at df/(df + t²). */
export function studentTwoSided(t: number, df: number): number {
  const square = t * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  const [a, b] = [df / 2, 0.5];
  const [x, rest] = [df / (df + square), square / (df + square)];
  if (rest === 0) return 1;
  const front = Math.exp(-a * Math.log1p(square / df) + b * Math.log(rest) - lnBetaHalf(a));
  if (x < (a + 1) / (a + b + 2)) return front / (a * betaFraction(a, b, x));
  return 1 - front / (b * betaFraction(b, a, rest));
}

/** Quantiles that were worked out: hundreds of intervals have the same degrees of freedom. */
const criticals = new Map<number, number>();

/** Gives the t with P(|T| ≥ t) = 0.05: 12.7 for one degree of freedom, 2.00 for 59, towards 1.96 for many. */
export function studentCritical(df: number): number {
  const found = criticals.get(df) ?? workedOut(df);
  criticals.set(df, found);
  return found;
}

function workedOut(df: number): number {
  const lnNorm = -0.5 * Math.log(df) - lnBetaHalf(df / 2);
  let t = Z95;
  // The tail probability is convex for t > 0 and the root lies to the right: Newton's steps never overshoot, and the last one
  // squares its error.
  for (let step = 1; step > 1e-8 * t; ) {
    const density = Math.exp(lnNorm - ((df + 1) / 2) * Math.log1p((t * t) / df));
    step = (studentTwoSided(t, df) - 0.05) / (2 * density);
    t += step;
  }
  // Engines round exp, log and powers otherwise in the last place (Node 24 and Chromium 153 do); from here on all intervals are made by exact operations.
  return Number(t.toPrecision(AGREED));
}

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

/** How many clusters carry the variation: (Σ|u|)²/(4Σu²) over their terms u. About m where m of many fail; a quarter of all where they differ evenly. */
export function deviating(absolute: number, squares: number): number {
  return squares === 0 ? 0 : (absolute * absolute) / (4 * squares);
}

/** Wilson's score interval of a share (0–1) of n > 0 trials (E. B. Wilson, JASA 22, 1927), with the half-width `quantile` in standard errors. */
export function wilson(share: number, n: number, quantile = Z95): IntervalBounds {
  const a = (quantile * quantile) / n;
  const centre = (share + a / 2) / (1 + a);
  const half = (quantile * Math.sqrt((share * (1 - share)) / n + a / (4 * n))) / (1 + a);
  return {
    lo: share === 0 ? 0 : Math.max(0, centre - half),
    hi: share === 1 ? 1 : Math.min(1, centre + half),
  };
}

/** Independent 0/1 trials that would be as informative: R(1 − R)/SE², the clusters if SE = 0 (docs/metrics.md "Uncertainty"); scores that vary less give more than clusters. */
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
