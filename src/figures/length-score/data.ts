import type { LengthRange } from '../../cases/wanted.ts';
import type { MeasuredTexts, TextSeries } from '../../metrics/texts.ts';
import type { LengthMeasure } from '../../schema/words.ts';
import { meanOf, type Outcome, spearman } from '../../stats/intervals.ts';
import {
  type AdjustedMean,
  adjustedMeans,
  type JudgedText,
  type LengthSlope,
  type LinePoint,
  lengthTrend,
  slopeWithin,
  type TextColumns,
} from '../../stats/length.ts';
import { signed } from '../../ui/number-words.ts';
import { type FigureChoices, labelOfRun } from '../kit/case-figure.ts';

/** Every text of a view in flat lists, so that going through a hundred thousand takes less than a frame. */
export interface FlatTexts extends TextColumns {
  readonly runs: readonly string[];
  /** Cases are in the order of the release. */
  readonly cases: readonly string[];
  readonly length: Float64Array;
  readonly logLength: Float64Array;
  readonly score: Float64Array;
  /** Place in `runs`, whose texts stand together, and the text's own place among those of its run. */
  readonly judge: Uint16Array;
  readonly own: Uint32Array;
  readonly at: Uint32Array;
  readonly cluster: Uint32Array;
  readonly all: Uint32Array;
}

/** Lays the texts of a view flat. `every`: the series hold but every so manieth of their run. */
export function flatTexts({ cases, series }: MeasuredTexts, every = 1): FlatTexts {
  const known = new Map<string, number>();
  const clusters = Uint32Array.from(cases, ({ cluster }) => {
    const place = known.get(cluster) ?? known.size;
    known.set(cluster, place);
    return place;
  });
  const at = Uint32Array.from(series.flatMap((one) => one.at));
  const length = Float64Array.from(series.flatMap((one) => one.length));
  return {
    runs: series.map(({ run }) => run),
    cases: cases.map(({ instance }) => instance),
    length,
    logLength: length.map(Math.log),
    score: Float64Array.from(series.flatMap(({ value }) => value)),
    judge: Uint16Array.from(series.flatMap((one, i) => new Array<number>(one.length.length).fill(i))),
    own: Uint32Array.from(series.flatMap((one) => [...one.length.keys()].map((i) => i * every))),
    at,
    cluster: Uint32Array.from(at, (place) => clusters[place] ?? 0),
    all: Uint32Array.from(at.keys()),
  };
}

interface TextsInside {
  readonly length: LengthRange;
  readonly score: LengthRange;
  readonly runs: readonly string[];
}

export interface BrushedTexts {
  readonly texts: number;
  readonly cases: number;
  /** The first cases, in the order of the release. */
  readonly first: readonly string[];
  /** Mean of what is measured; NaN where there is no text. */
  readonly mean: number;
  readonly slope: Outcome<LengthSlope>;
}

/** Finds what lies in a rectangle, its edges included: the same that the explorer finds for the range. */
export function brushed(all: FlatTexts, { length, score, runs }: TextsInside, most: number): BrushedTexts {
  const wanted = Uint8Array.from(all.runs, (run) => (runs.length === 0 || runs.includes(run) ? 1 : 0));
  const [from, to] = [length.from ?? 0, length.to ?? Number.POSITIVE_INFINITY];
  const [low, high] = [score.from ?? 0, score.to ?? Number.POSITIVE_INFINITY];
  const marked = new Uint8Array(all.cases.length);
  const chosen = new Uint32Array(all.length.length);
  let [texts, sum] = [0, 0];
  // There is no destructuring here, because it would run for every text in every frame of a drag.
  for (let i = 0; i < all.length.length; i += 1) {
    const x = all.length[i] ?? 0;
    const y = all.score[i] ?? 0;
    if (x < from || x > to || y < low || y > high || wanted[all.judge[i] ?? 0] === 0) continue;
    chosen[texts] = i;
    texts += 1;
    sum += y;
    marked[all.at[i] ?? 0] = 1;
  }
  const first: string[] = [];
  let cases = 0;
  for (let i = 0; i < marked.length; i += 1) {
    if (marked[i] === 0) continue;
    cases += 1;
    if (first.length < most) first.push(all.cases[i] ?? '');
  }
  return { texts, cases, first, mean: sum / texts, slope: slopeWithin(all, chosen.subarray(0, texts)) };
}

/** Values are spread by up to this part of the room that they have. */
const SPREAD = 0.76;
/** A step that spreads any number of places evenly: the golden ratio's. */
const GOLDEN = 0.618_033_988_749_895;

/** Says whether a value comes in parts of one: 1.33… is in thirds. */
const isPart = (value: number, parts: number): boolean => Math.abs(value * parts - Math.round(value * parts)) < 1e-6;

interface ValueRoom {
  readonly parts: number;
  readonly edge: number;
}

/** Where a value is drawn: values that come in `parts` a little above or below themselves, by the text's place in its run; others where they are. */
export function spread(value: number, own: number, { parts, edge }: ValueRoom): number {
  if (parts === 0 || !isPart(value, parts)) return value;
  return value + SPREAD * edge * (2 * ((own * GOLDEN) % 1) - 1);
}

interface MeasureWords {
  /** Names the choice of it; '' where a figure has but one. */
  readonly choice: string;
  /** What has a length, in the singular. */
  readonly text: string;
  readonly across: string;
  readonly up: string;
  readonly short: string;
  readonly range: readonly [number, number];
  /** The plot goes on this much beyond the range, and values that come in whole numbers are spread within it. */
  readonly edge: number;
  /** Marks on the axis; left out where round numbers will do. */
  readonly ticks?: readonly { readonly value: number; readonly label: string }[];
  /** Whether the means at a common length and mix of cases are computed. */
  readonly adjusted: boolean;
}

const SCORES = { range: [0, 10], edge: 0.5 } as const;
const REASON = { text: 'reason', across: 'Characters of the reason (log)', adjusted: false } as const;

export const MEASURES: Readonly<Record<LengthMeasure, MeasureWords>> = {
  critique: {
    choice: '',
    text: 'critique',
    across: 'Characters of the critique (log)',
    up: 'Score of the critique',
    short: 'score',
    ...SCORES,
    adjusted: true,
  },
  given: { ...REASON, choice: 'Score given', up: 'Score given', short: 'score', ...SCORES },
  distance: {
    ...REASON,
    choice: 'Distance from people',
    up: 'Distance from people’s mean, points',
    short: 'distance',
    ...SCORES,
  },
  right: {
    ...REASON,
    choice: '',
    up: 'Right or wrong, and share right',
    short: 'share',
    range: [0, 1],
    edge: 0.25,
    ticks: [
      { value: 0, label: 'wrong' },
      { value: 0.25, label: '25 %' },
      { value: 0.5, label: '50 %' },
      { value: 0.75, label: '75 %' },
      { value: 1, label: 'right' },
    ],
  },
};

const PERCENT = 100;

/** Writes a mean of what is measured: `5.21`, `61.3 %`. */
export const meanWords = (of: LengthMeasure, mean: number): string =>
  of === 'right' ? `${(PERCENT * mean).toFixed(1)} %` : mean.toFixed(2);

/** Writes what twice the length goes with, and its interval: `+0.21 points [+0.10, +0.32]`. */
export function doublingWords(of: LengthMeasure, slope: Pick<LengthSlope, 'slope' | 'lo' | 'hi'>): string {
  const [scale, decimals] = of === 'right' ? [PERCENT, 1] : [1, 2];
  const [value, lo, hi] = [slope.slope, slope.lo, slope.hi].map((v) => signed(scale * v * Math.LN2, decimals));
  return `${value} ${of === 'right' ? 'percentage points' : 'points'} [${lo}, ${hi}]`;
}

export function lengthSentence({
  of,
  shared,
  sharedReason,
}: {
  readonly of: LengthMeasure;
  readonly shared: Pick<LengthSlope, 'slope' | 'lo' | 'hi'> | null;
  readonly sharedReason: string;
}): string {
  if (shared === null) return `No slope within judges: ${sharedReason}.`;
  const words = doublingWords(of, shared);
  if (of === 'critique') return `Within judges, a critique twice as long scores ${words} (dashed).`;
  return `Within judges, twice the length of the reason goes with ${words} ${GAINED[of]} (dashed).`;
}

const GAINED: Readonly<Record<Exclude<LengthMeasure, 'critique'>, string>> = {
  given: 'of the score given',
  distance: 'of distance from people’s mean',
  right: 'of right answers',
};

/** What is counted: critiques, or answers with a reason. */
export const nounOf = (of: LengthMeasure): string => (of === 'critique' ? 'critique' : 'answer');

/** Says what is measured of one text: `score 7`, `1.33 points from people`, `right`. */
export function oneValueWords(of: LengthMeasure, value: number): string {
  if (of === 'right') return value === 1 ? 'right' : 'wrong';
  const digits = Number(value.toFixed(2));
  return of === 'distance' ? `${digits} points from people’s mean` : `score ${digits}`;
}

/** Up to this many texts of a view are in the page that is served; all of them come once somebody works with it. */
export const MOST_SERVED = 600;

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
  /** Values come in these parts of one: 1 for whole numbers, 3 for thirds, 0 for any; marks are spread by less than half a part. */
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

function judgedTexts({ cases }: Pick<MeasuredTexts, 'cases'>, { run, at, length, value }: TextSeries): JudgedText[] {
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

interface ViewOf {
  readonly of: LengthMeasure;
  readonly part: string;
  readonly label: string;
  readonly choices: Pick<FigureChoices, 'runs'>;
}

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
