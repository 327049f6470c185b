import { studentTwoSided } from './distribution.ts';
import { type LinearFit, leastSquares, type Observation } from './linear-model.ts';
import { none, type Outcome, some } from './outcome.ts';
import { type IntervalBounds, NO_VARIATION, plainInterval } from './wilson.ts';

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
  /** From the shortest text to the longest. */
  readonly line: readonly LinePoint[];
}

/** Points of a drawn line, several because the band around it is curved. */
const LINE_POINTS = 9;

function slopeOf({ clusters, contrast }: LinearFit, weights: Float64Array): Outcome<LengthSlope> {
  const { value: slope, se } = contrast(weights);
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
  const slope = slopeOf(fit.value, Float64Array.of(0, 1));
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

/** Gives the slope that all judges share, each at a level of its own: score ~ judge + log length, SE clustered. */
export function sharedSlope(texts: readonly (ScoredText & Pick<JudgedText, 'judge'>)[]): Outcome<LengthSlope> {
  if (texts.length === 0) return none('no scored text');
  const centre = meanLogLength(texts);
  const judges = levels(texts.map((t) => t.judge));
  const place = indexOf(judges);
  const rows = texts.map(
    (t): Observation => ({
      regressors: [
        [place(t.judge), 1],
        [judges.length, t.logLength - centre],
      ],
      y: t.score,
      cluster: t.cluster,
    }),
  );
  const fit = leastSquares(rows, [...judges.map((judge) => `the mean of ${judge}`), 'length']);
  if (fit.value === null) return fit;
  const weights = new Float64Array(judges.length + 1);
  weights[judges.length] = 1;
  return slopeOf(fit.value, weights);
}

/** Mean score of a judge, 0 to 10, at the common length and mix of tasks and bands, with its 95 % interval; `n` texts are its own. */
export interface AdjustedMean extends IntervalBounds {
  readonly judge: string;
  readonly mean: number;
  readonly se: number;
  readonly n: number;
}

/**
 * Gives the mean score of each judge at the common mean log length and the common mix of tasks and bands: score ~ judge + judge · log length + task +
 * band, least squares, SE clustered (docs/metrics.md "Critiques"). There is none if some effect cannot be told from the others, for example
 * where all texts of a judge have one length.
 */
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

/** Gives the share of all rows in each task and band column. */
function commonMix(rows: readonly Observation[], size: number, from: number): Float64Array {
  const mix = new Float64Array(size);
  for (const { regressors } of rows) {
    for (const [i, x] of regressors) if (i >= from) mix[i] = (mix[i] ?? 0) + x / rows.length;
  }
  return mix;
}
