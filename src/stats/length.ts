import {
  type IntervalBounds,
  NO_VARIATION,
  none,
  type Outcome,
  plainInterval,
  some,
  studentTwoSided,
} from './intervals.ts';

/** One observation: its non-zero regressors as [column, value], its outcome and its cluster. */
interface Observation {
  readonly regressors: readonly (readonly [column: number, value: number])[];
  readonly y: number;
  readonly cluster: string;
}

/** A linear combination of coefficients, value = Σ weights·β, with its clustered SE. */
interface Contrast {
  readonly value: number;
  readonly se: number;
}

/** A least-squares fit: how many clusters it rests on, and the way to any combination of its coefficients. */
interface LinearFit {
  readonly clusters: number;
  readonly contrast: (weights: Float64Array) => Contrast;
}

/** A pivot below this share of its diagonal says that the column is a combination of those before it. */
const COLLINEAR = 1e-10;

/** Normal equations (Cholesky), for a few dozen columns of these `names`. SE² = n/(n−1) · Σ over clusters of (Σ w·(X'X)⁻¹·x·residual)². */
function leastSquares(rows: readonly Observation[], names: readonly string[]): Outcome<LinearFit> {
  const size = names.length;
  const normal = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (const { regressors, y } of rows) {
    for (const [i, xi] of regressors) {
      right[i] = (right[i] ?? 0) + xi * y;
      for (const [j, xj] of regressors) normal[i * size + j] = (normal[i * size + j] ?? 0) + xi * xj;
    }
  }
  const failed = cholesky(normal, size);
  if (failed !== undefined) return none(`${names[failed] ?? 'a column'} cannot be told from the others`);
  const coefficients = solve(normal, right);
  const { place, clusters } = clusterPlaces(rows);
  if (clusters < 2) return none('fewer than two clusters');
  const residuals = Float64Array.from(rows, ({ regressors, y }) => y - dot(regressors, coefficients));
  const contrast = (weights: Float64Array): Contrast => {
    const direction = solve(normal, weights);
    const terms = new Float64Array(clusters);
    for (let i = 0; i < rows.length; i += 1) {
      const term = dot(rows[i]?.regressors ?? [], direction) * (residuals[i] ?? 0);
      const k = place[i] ?? 0;
      terms[k] = (terms[k] ?? 0) + term;
    }
    const squares = terms.reduce((sum, u) => sum + u * u, 0);
    return {
      value: weights.reduce((sum, w, i) => sum + w * (coefficients[i] ?? 0), 0),
      se: Math.sqrt((clusters / (clusters - 1)) * squares),
    };
  };
  return some({ clusters, contrast });
}

/** Numbers clusters numbers, so that texts are looked up once, however many contrasts follow. */
function clusterPlaces(rows: readonly Observation[]): { readonly place: Uint32Array; readonly clusters: number } {
  const known = new Map<string, number>();
  const place = Uint32Array.from(rows, ({ cluster }) => {
    const k = known.get(cluster) ?? known.size;
    known.set(cluster, k);
    return k;
  });
  return { place, clusters: known.size };
}

function dot(regressors: Observation['regressors'], weights: Float64Array): number {
  let sum = 0;
  for (const regressor of regressors) sum += regressor[1] * (weights[regressor[0]] ?? 0);
  return sum;
}

/** Factors a symmetric matrix in place into its lower triangle L, A = LL'; returns the first column that fails, if any. */
function cholesky(a: Float64Array, size: number): number | undefined {
  const at = (i: number, j: number) => a[i * size + j] ?? 0;
  for (let j = 0; j < size; j += 1) {
    const diagonal = at(j, j);
    let pivot = diagonal;
    for (let k = 0; k < j; k += 1) pivot -= at(j, k) ** 2;
    if (!(pivot > COLLINEAR * diagonal)) return j;
    const root = Math.sqrt(pivot);
    a[j * size + j] = root;
    for (let i = j + 1; i < size; i += 1) {
      let sum = at(i, j);
      for (let k = 0; k < j; k += 1) sum -= at(i, k) * at(j, k);
      a[i * size + j] = sum / root;
    }
  }
  return undefined;
}

/** Gives x with LL'x = b. */
function solve(lower: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const at = (i: number, j: number) => lower[i * size + j] ?? 0;
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] = (x[i] ?? 0) - at(i, k) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / at(i, i);
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < size; k += 1) x[i] = (x[i] ?? 0) - at(k, i) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / at(i, i);
  }
  return x;
}

export interface ScoredText {
  readonly cluster: string;
  /** Natural logarithm of its length in characters. */
  readonly logLength: number;
  readonly score: number;
}

/** A scored critique with the factors of adjusted means: its judge, task and band. */
export interface JudgedText extends ScoredText {
  readonly judge: string;
  readonly task: string;
  readonly band: string;
}

/** Points of score per e-fold of length. */
export interface LengthSlope extends IntervalBounds {
  readonly slope: number;
  readonly se: number;
  readonly p: number;
  readonly clusters: number;
}

/** A point of a fitted line with the 95 % interval of the mean there. */
export interface LinePoint extends IntervalBounds {
  readonly logLength: number;
  readonly mean: number;
}

/** The slope of one judge with the line that is drawn of it. */
export interface LengthTrend extends LengthSlope {
  readonly line: readonly LinePoint[];
}

/** Points of a drawn line, several because the band around it is curved. */
const LINE_POINTS = 5;

/** Gives a slope with its test and interval; there is none where nothing varies. */
function slopeWith({ slope, se, clusters }: Pick<LengthSlope, 'slope' | 'se' | 'clusters'>): Outcome<LengthSlope> {
  if (se < NO_VARIATION) return none('no variation between clusters');
  const p = studentTwoSided(slope / se, clusters - 1);
  return some({ slope, se, p, clusters, ...plainInterval({ value: slope, se, clusters }) });
}

/** Fits score on log length within one judge, least squares, SE clustered. There is none if the lengths do not vary, or with one cluster. */
export function lengthTrend(texts: readonly ScoredText[]): Outcome<LengthTrend> {
  if (texts.length === 0) return none('no scored text');
  const centre = meanLogLength(texts);
  const rows = texts.map(
    (t): Observation => ({
      regressors: [
        [0, 1],
        [1, t.logLength - centre],
      ],
      y: t.score,
      cluster: t.cluster,
    }),
  );
  const fit = leastSquares(rows, ['the mean', 'length']);
  if (fit.value === null) return fit;
  const { value, se } = fit.value.contrast(Float64Array.of(0, 1));
  const slope = slopeWith({ slope: value, se, clusters: fit.value.clusters });
  return slope.value === null ? slope : some({ ...slope.value, line: lineOf(fit.value, texts, centre) });
}

/** Gives the fitted mean with its interval at a few lengths, from the shortest text to the longest. */
function lineOf({ clusters, contrast }: LinearFit, texts: readonly ScoredText[], centre: number): LinePoint[] {
  const [least, most] = texts.reduce(
    ([lo, hi], { logLength }) => [Math.min(lo, logLength), Math.max(hi, logLength)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return Array.from({ length: LINE_POINTS }, (_, i) => {
    const logLength = least + ((most - least) * i) / (LINE_POINTS - 1);
    const { value: mean, se } = contrast(Float64Array.of(1, logLength - centre));
    return { logLength, mean, ...plainInterval({ value: mean, se, clusters }) };
  });
}

/** Texts as flat lists, so that a hundred thousand are gone through within a frame: numbers of judge and cluster, from 0. */
export interface TextColumns {
  readonly judge: ArrayLike<number>;
  readonly cluster: ArrayLike<number>;
  readonly logLength: ArrayLike<number>;
  readonly score: ArrayLike<number>;
}

/** All texts are of one group. */
const ONE_GROUP = { length: 0 } as const;

const meansBy = (group: ArrayLike<number>, values: ArrayLike<number>, chosen: ArrayLike<number>): Float64Array => {
  let groups = 0;
  for (let k = 0; k < chosen.length; k += 1) groups = Math.max(groups, (group[chosen[k] ?? 0] ?? 0) + 1);
  const [sums, counts] = [new Float64Array(groups), new Float64Array(groups)];
  for (let k = 0; k < chosen.length; k += 1) {
    const i = chosen[k] ?? 0;
    const j = group[i] ?? 0;
    sums[j] = (sums[j] ?? 0) + (values[i] ?? 0);
    counts[j] = (counts[j] ?? 0) + 1;
  }
  return sums.map((sum, j) => sum / (counts[j] ?? 1));
};

/** Slope that the judges of the chosen texts share, each at its own level: score ~ judge + log length. SE² = n/(n−1) · Σ over clusters of (Σ x·residual)² / (Σ x²)². */
export function slopeWithin(texts: TextColumns, chosen: ArrayLike<number>): Outcome<LengthSlope> {
  if (chosen.length === 0) return none('no scored text');
  const { judge, cluster, logLength, score } = texts;
  const [lengths, scores] = [meansBy(judge, logLength, chosen), meansBy(judge, score, chosen)];
  const [all = 0] = meansBy(ONE_GROUP, logLength, chosen);
  let [xx, xy, spread, clusters] = [0, 0, 0, 0];
  for (let k = 0; k < chosen.length; k += 1) {
    const i = chosen[k] ?? 0;
    const j = judge[i] ?? 0;
    const x = (logLength[i] ?? 0) - (lengths[j] ?? 0);
    xx += x * x;
    xy += x * ((score[i] ?? 0) - (scores[j] ?? 0));
    spread += ((logLength[i] ?? 0) - all) ** 2;
    clusters = Math.max(clusters, (cluster[i] ?? 0) + 1);
  }
  if (!(xx > COLLINEAR * spread)) return none('length cannot be told from the others');
  const slope = xy / xx;
  const [terms, seen] = [new Float64Array(clusters), new Uint8Array(clusters)];
  for (let k = 0; k < chosen.length; k += 1) {
    const i = chosen[k] ?? 0;
    const [j, c] = [judge[i] ?? 0, cluster[i] ?? 0];
    const x = (logLength[i] ?? 0) - (lengths[j] ?? 0);
    terms[c] = (terms[c] ?? 0) + x * ((score[i] ?? 0) - (scores[j] ?? 0) - slope * x);
    seen[c] = 1;
  }
  const n = seen.reduce((sum, one) => sum + one, 0);
  if (n < 2) return none('fewer than two clusters');
  const squares = terms.reduce((sum, term) => sum + term * term, 0);
  return slopeWith({ slope, se: Math.sqrt((n / (n - 1)) * squares) / xx, clusters: n });
}

/** Mean score of a judge, 0 to 10, at the common length and mix of tasks and bands, with its 95 % interval; `n` texts are its own. */
export interface AdjustedMean extends IntervalBounds {
  readonly judge: string;
  readonly mean: number;
  readonly se: number;
  readonly n: number;
}

/** score ~ judge + judge · log length + task + band, at the common mean length and mix (docs/metrics.md "Critiques"). None if effects cannot be told apart. */
export function adjustedMeans(texts: readonly JudgedText[]): Outcome<readonly AdjustedMean[]> {
  if (texts.length === 0) return none('no scored text');
  const centre = meanLogLength(texts);
  const judges = levels(texts.map((t) => t.judge));
  const tasks = levels(texts.map((t) => t.task));
  const bands = levels(texts.map((t) => t.band));
  const [slopes, taskColumns, bandColumns] = [judges.length, 2 * judges.length, 2 * judges.length + tasks.length - 1];
  const names = [
    ...judges.map((judge) => `the mean of ${judge}`),
    ...judges.map((judge) => `the slope of ${judge}`),
    ...tasks.slice(1).map((task) => `the task ${task}`),
    ...bands.slice(1).map((band) => `the band ${band}`),
  ];
  const place = { judge: indexOf(judges), task: indexOf(tasks), band: indexOf(bands) };
  const rows = texts.map((t): Observation => {
    const [judge, task, band] = [place.judge(t.judge), place.task(t.task), place.band(t.band)];
    const regressors: [number, number][] = [
      [judge, 1],
      [slopes + judge, t.logLength - centre],
    ];
    // The first task and the first band are the reference: without that their columns would add up to the judges'.
    if (task > 0) regressors.push([taskColumns + task - 1, 1]);
    if (band > 0) regressors.push([bandColumns + band - 1, 1]);
    return { regressors, y: t.score, cluster: t.cluster };
  });
  const fit = leastSquares(rows, names);
  if (fit.value === null) return fit;
  const { clusters, contrast } = fit.value;
  const mix = commonMix(rows, names.length, taskColumns);
  const counts = new Map<string, number>();
  for (const { judge } of texts) counts.set(judge, (counts.get(judge) ?? 0) + 1);
  return some(
    judges.map((judge, j) => {
      const weights = Float64Array.from(mix);
      weights[j] = 1;
      const { value: mean, se } = contrast(weights);
      return { judge, mean, se, n: counts.get(judge) ?? 0, ...plainInterval({ value: mean, se, clusters }) };
    }),
  );
}

function meanLogLength(texts: readonly ScoredText[]): number {
  return texts.reduce((sum, t) => sum + t.logLength, 0) / texts.length;
}

function levels(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function indexOf(names: readonly string[]): (name: string) => number {
  const places = new Map(names.map((name, i) => [name, i]));
  return (name) => places.get(name) ?? 0;
}

function commonMix(rows: readonly Observation[], size: number, from: number): Float64Array {
  const mix = new Float64Array(size);
  for (const { regressors } of rows) {
    for (const [i, x] of regressors) if (i >= from) mix[i] = (mix[i] ?? 0) + x / rows.length;
  }
  return mix;
}
