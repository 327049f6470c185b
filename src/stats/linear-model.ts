import { none, type Outcome, some } from './outcome.ts';

/** One observation: its non-zero regressors as [column, value], its outcome and its cluster. */
export interface Observation {
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
export interface LinearFit {
  readonly clusters: number;
  readonly contrast: (weights: Float64Array) => Contrast;
}

/** A pivot below this share of its diagonal says that the column is a combination of those before it. */
const COLLINEAR = 1e-10;

/**
 * Solves least squares by the normal equations (Cholesky), for a few dozen columns; `names` tell which column could not be identified. The SE is
 * clustered like every other here: n/(n−1) · Σ over clusters of (Σ w·(X'X)⁻¹·x·residual)². What cannot be worked out gives the reason.
 */
export function leastSquares(rows: readonly Observation[], names: readonly string[]): Outcome<LinearFit> {
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
