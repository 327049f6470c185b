import { instanceColumns } from '../../metrics/items.ts';
import { type CritiqueSeries, critiqueTexts, judgedTexts } from '../../metrics/texts.ts';
import { spearman } from '../../stats/correlation.ts';
import {
  type AdjustedMean,
  adjustedMeans,
  type JudgedText,
  type LengthSlope,
  type LinePoint,
  lengthTrend,
  sharedSlope,
} from '../../stats/length.ts';
import { meanOf } from '../../stats/mean.ts';
import type { FigureChoices, InstanceFigure } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { labelOfRun, namesOfJudges, runOrder, scorerLabel } from '../kit/run-of.ts';

/** Up to this many critiques are drawn one by one; more are drawn as density. */
export const MOST_POINTS = 2000;
/** Columns of the density, of equal width on the logarithmic axis. */
const COLUMNS = 48;

/** The critiques of one judge under one critique judge. */
export interface LengthJudge {
  readonly run: string;
  readonly label: string;
  readonly n: number;
  /** Geometric mean of characters, and mean score. */
  readonly length: number;
  readonly score: number;
  /** Points of score per e-fold of length, or why there is none. */
  readonly slope: Pick<LengthSlope, 'slope' | 'lo' | 'hi' | 'p'> | null;
  readonly reason: string;
  /** Rank correlation of score and length. */
  readonly rank: number | null;
  readonly line: readonly LinePoint[];
  /** Mean score at the common length and mix of tasks and bands. */
  readonly adjusted: Pick<AdjustedMean, 'mean' | 'lo' | 'hi'> | null;
}

/** `n` critiques in a cell of the density; columns count from the left, scores in steps of `LengthRubric.step`. */
interface DensityCell {
  readonly column: number;
  readonly score: number;
  readonly n: number;
}

/** Everything under one critique judge. */
export interface LengthRubric {
  readonly scorer: string;
  readonly label: string;
  readonly n: number;
  readonly cases: number;
  readonly judges: readonly LengthJudge[];
  /** The slope that all judges share. */
  readonly shared: Pick<LengthSlope, 'slope' | 'lo' | 'hi'> | null;
  readonly sharedReason: string;
  /** Characters at which adjusted means are read. */
  readonly commonLength: number;
  readonly adjustedReason: string;
}

/** What is drawn: every critique, or how many there are in each cell. */
export interface LengthDrawing {
  readonly points: readonly {
    readonly run: string;
    readonly length: readonly number[];
    readonly score: readonly number[];
  }[];
  readonly cells: readonly DensityCell[];
  /** Height of a cell in points of score. */
  readonly step: number;
}

export interface LengthScoreData {
  /** Axis of lengths, characters. */
  readonly domain: readonly [number, number];
  readonly rubrics: readonly (LengthRubric & { readonly drawing: LengthDrawing })[];
}

const isFlat = (texts: readonly JudgedText[]): boolean => texts.every((t) => t.logLength === texts[0]?.logLength);

function judgeOf(choices: Pick<FigureChoices, 'runs'>, run: string, texts: readonly JudgedText[]): LengthJudge {
  const trend = lengthTrend(texts);
  const rank = spearman(texts.map(({ logLength, score }) => ({ x: logLength, y: score })));
  const { slope = null, lo = 0, hi = 0, p = 1, line = [] } = trend.value ?? {};
  return {
    run,
    label: labelOfRun(choices, run),
    n: texts.length,
    length: Math.exp(meanOf(texts.map((t) => t.logLength))),
    score: meanOf(texts.map((t) => t.score)),
    slope: slope === null ? null : { slope, lo, hi, p },
    reason: isFlat(texts) ? 'all its critiques are equally long' : trend.reason,
    rank: rank.value,
    line,
    adjusted: null,
  };
}

/**
 * Gives what is said of the critiques that one critique judge scored. Judges whose lengths do not vary have no adjusted mean, since they
 * would leave the others without theirs.
 */
export function rubricOf(
  choices: Pick<FigureChoices, 'runs'>,
  scorer: Labelled,
  texts: ReadonlyMap<string, readonly JudgedText[]>,
): LengthRubric {
  const all = [...texts.values()].flat();
  const judges = [...texts].map(([run, own]) => judgeOf(choices, run, own));
  const fitted = [...texts.values()].filter((own) => !isFlat(own)).flat();
  const adjusted = adjustedMeans(fitted);
  const shared = sharedSlope(all);
  return {
    scorer: scorer.id,
    label: scorer.label,
    n: all.length,
    cases: 0,
    judges: judges.map((judge) => {
      const found = adjusted.value?.find((one) => one.judge === judge.run);
      return found === undefined ? judge : { ...judge, adjusted: { mean: found.mean, lo: found.lo, hi: found.hi } };
    }),
    shared: shared.value === null ? null : { slope: shared.value.slope, lo: shared.value.lo, hi: shared.value.hi },
    sharedReason: shared.reason,
    commonLength: fitted.length === 0 ? 0 : Math.exp(meanOf(fitted.map((t) => t.logLength))),
    adjustedReason: adjusted.reason,
  };
}

function densityColumn([from, to]: LengthScoreData['domain'], length: number): number {
  const at = Math.log(length / from) / Math.log(to / from);
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor(at * COLUMNS)));
}

/** Gives the ends of a column of the density, in characters. */
export function columnEnds([from, to]: LengthScoreData['domain'], column: number): readonly [number, number] {
  const at = (i: number): number => from * (to / from) ** (i / COLUMNS);
  return [at(column), at(column + 1)];
}

/** The critiques of one judge: lengths in characters, and scores. */
export interface DrawnSeries {
  readonly run: string;
  readonly length: ArrayLike<number>;
  readonly score: ArrayLike<number>;
}

function isWhole({ score }: DrawnSeries): boolean {
  for (let i = 0; i < score.length; i += 1) if (!Number.isInteger(score[i])) return false;
  return true;
}

/** Says what to draw of some series: single critiques up to `MOST_POINTS`, else how many are in each cell. */
export function drawingOf(domain: LengthScoreData['domain'], series: readonly DrawnSeries[]): LengthDrawing {
  const count = series.reduce((sum, { length }) => sum + length.length, 0);
  const step = series.every(isWhole) ? 1 : 0.5;
  if (count <= MOST_POINTS) {
    const points = series.map(({ run, length, score }) => ({
      run,
      length: Array.from(length),
      score: Array.from(score),
    }));
    return { points, cells: [], step };
  }
  const rows = Math.round(10 / step) + 1;
  const counts = new Float64Array(COLUMNS * rows);
  for (const { length, score } of series) {
    for (let i = 0; i < length.length; i += 1) {
      const cell = densityColumn(domain, length[i] ?? 1) * rows + Math.round((score[i] ?? 0) / step);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  const cells = [...counts].flatMap((n, i) =>
    n === 0 ? [] : [{ column: Math.floor(i / rows), score: (i % rows) * step, n }],
  );
  return { points: [], cells, step };
}

/** Makes the axis of all lengths, with a little room beside them. */
function lengthDomain(series: readonly CritiqueSeries[]): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, 1];
  for (const { length } of series) {
    for (const characters of length) {
      least = Math.min(least, characters);
      most = Math.max(most, characters);
    }
  }
  const room = Math.max(1.05, (most / least) ** 0.02);
  return [Math.max(0.9, least / room), most * room];
}

export const lengthScoreFigure: InstanceFigure<LengthScoreData> = {
  id: 'length-score',
  title: 'Do longer critiques score higher?',
  protocol: 'critique',
  topic: 'answers',
  anyRun: true,
  load: async (query, { where }, choices) => {
    const texts = await critiqueTexts(query, where, await instanceColumns(query));
    if (texts.series.length === 0) return null;
    const names = await namesOfJudges(query);
    const place = runOrder(choices);
    const domain = lengthDomain(texts.series);
    const scorers = [...Map.groupBy(texts.series, ({ scorer }) => scorer)].sort(([a], [b]) => (a < b ? 1 : -1));
    return {
      domain,
      rubrics: scorers.map(([id, series]) => {
        const ordered = series.toSorted((a, b) => place(a.run) - place(b.run));
        const judged = new Map(ordered.map((one) => [one.run, judgedTexts(texts, one)]));
        const rubric = rubricOf(choices, { id, label: scorerLabel(names, id) }, judged);
        const cases = new Set(series.flatMap(({ at }) => at)).size;
        return { ...rubric, cases, drawing: drawingOf(domain, ordered) };
      }),
    };
  },
};
