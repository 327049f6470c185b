import type { MeasuredTexts, TextSeries } from '../../metrics/texts.ts';
import type { LengthMeasure } from '../../schema/words.ts';
import { meanOf, spearman } from '../../stats/correlation.ts';
import {
  type AdjustedMean,
  adjustedMeans,
  type JudgedText,
  type LengthSlope,
  type LinePoint,
  lengthTrend,
  slopeWithin,
} from '../../stats/length.ts';
import { type FigureChoices, labelOfRun } from '../kit/case-figure.ts';
import { type FlatTexts, flatTexts, isPart } from './texts.ts';
import { MEASURES } from './words.ts';

/** Up to this many texts of a view are in the page that is served; all of them come once somebody works with it. */
export const MOST_SERVED = 600;

/** The texts of one judge in a view. */
export interface LengthJudge {
  readonly run: string;
  readonly label: string;
  readonly n: number;
  /** Geometric mean of characters, and mean of what is measured. */
  readonly length: number;
  readonly score: number;
  /** Points per e-fold of length, or why there is none. */
  readonly slope: Pick<LengthSlope, 'slope' | 'lo' | 'hi' | 'p'> | null;
  readonly reason: string;
  /** Rank correlation of what is measured and length. */
  readonly rank: number | null;
  readonly line: readonly LinePoint[];
  /** Mean score at the common length and mix of tasks and bands; critiques alone have it. */
  readonly adjusted: Pick<AdjustedMean, 'mean' | 'lo' | 'hi'> | null;
  /** Every so manieth text (`LengthView.every`), in the order of the release: characters and what is measured. */
  readonly served: { readonly length: readonly number[]; readonly value: readonly number[] };
}

/** One thing that is measured, on one part: under one critique judge, or on one criterion. */
export interface LengthView {
  readonly of: LengthMeasure;
  readonly part: string;
  /** Names the part; '' where there is but one without a name. */
  readonly label: string;
  readonly n: number;
  readonly cases: number;
  readonly judges: readonly LengthJudge[];
  /**
   * What is measured comes in these parts of one: 1 for whole numbers, 3 for thirds, 0 for any. Marks are spread by less than half of such a
   * part, so that equal ones can be told apart.
   */
  readonly parts: number;
  readonly every: number;
  /** The mean over all texts, and the slope that all judges share. */
  readonly mean: number;
  readonly shared: Pick<LengthSlope, 'slope' | 'lo' | 'hi'> | null;
  readonly sharedReason: string;
  /** Characters at which adjusted means are read. */
  readonly commonLength: number;
  readonly adjustedReason: string;
}

export interface LengthScoreData {
  /** Ends of the axis of lengths, characters. */
  readonly domain: readonly [number, number];
  readonly views: readonly LengthView[];
}

/** Thirds are what a mean of three raters leaves. */
const PARTS = [1, 2, 3] as const;
/** Hardly any value is none of them: a few judges answer 7.5 where whole scores were asked for. */
const NEARLY_ALL = 0.99;

const isFlat = (texts: readonly JudgedText[]): boolean => texts.every((t) => t.logLength === texts[0]?.logLength);

/** Gives the texts of a run as the models of score on length want them. */
export function judgedTexts(
  { cases }: Pick<MeasuredTexts, 'cases'>,
  { run, at, length, value }: TextSeries,
): JudgedText[] {
  return at.map((place, i) => ({
    judge: run,
    cluster: cases[place]?.cluster ?? '',
    task: cases[place]?.task ?? '',
    band: cases[place]?.band ?? '',
    logLength: Math.log(length[i] ?? 1),
    score: value[i] ?? 0,
  }));
}

function judgeOf(label: string, series: TextSeries, texts: readonly JudgedText[]): Omit<LengthJudge, 'served'> {
  const trend = lengthTrend(texts);
  const rank = spearman(texts.map(({ logLength, score }) => ({ x: logLength, y: score })));
  const { slope = null, lo = 0, hi = 0, p = 1, line = [] } = trend.value ?? {};
  return {
    run: series.run,
    label,
    n: texts.length,
    length: Math.exp(meanOf(texts.map((t) => t.logLength))),
    score: meanOf(texts.map((t) => t.score)),
    slope: slope === null ? null : { slope, lo, hi, p },
    reason: isFlat(texts) ? 'all its texts are equally long' : trend.reason,
    rank: rank.value,
    line,
    adjusted: null,
  };
}

/** Judges whose lengths do not vary have no adjusted mean, since they would leave the others without theirs. */
function adjustedOf(all: readonly (readonly JudgedText[])[]) {
  const fitted = all.filter((own) => !isFlat(own)).flat();
  const { value, reason } = adjustedMeans(fitted);
  const commonLength = fitted.length === 0 ? 0 : Math.exp(meanOf(fitted.map((t) => t.logLength)));
  return { means: new Map((value ?? []).map((one) => [one.judge, one])), reason, commonLength };
}

/** How a view is named, and what its runs are called. */
interface ViewOf {
  readonly of: LengthMeasure;
  readonly part: string;
  readonly label: string;
  readonly choices: Pick<FigureChoices, 'runs'>;
}

/** Gives what is said of the texts of one view. */
export function viewOf({ of, part, label, choices }: ViewOf, texts: MeasuredTexts): LengthView {
  const judged = texts.series.map((series) => judgedTexts(texts, series));
  const flat: FlatTexts = flatTexts(texts);
  const adjusted = MEASURES[of].adjusted ? adjustedOf(judged) : null;
  const n = flat.length.length;
  const every = Math.max(1, Math.ceil(n / MOST_SERVED));
  const isServed = (_: number, i: number): boolean => i % every === 0;
  const shared = slopeWithin(flat, flat.all);
  const comesIn = (parts: number): boolean =>
    flat.score.filter((value) => isPart(value, parts)).length >= NEARLY_ALL * n;
  const parts = PARTS.find(comesIn) ?? 0;
  return {
    ...{ of, part, label, n, every, parts },
    cases: new Set(flat.at).size,
    mean: meanOf([...flat.score]),
    judges: texts.series.map((series, i) => {
      const own = judgeOf(labelOfRun(choices, series.run), series, judged[i] ?? []);
      const found = adjusted?.means.get(series.run);
      return {
        ...own,
        adjusted: found === undefined ? null : { mean: found.mean, lo: found.lo, hi: found.hi },
        served: { length: series.length.filter(isServed), value: series.value.filter(isServed) },
      };
    }),
    shared: shared.value === null ? null : { slope: shared.value.slope, lo: shared.value.lo, hi: shared.value.hi },
    sharedReason: shared.reason,
    commonLength: adjusted?.commonLength ?? 0,
    adjustedReason: adjusted?.reason ?? '',
  };
}
