import type { LengthMeasure } from '../../schema/words.ts';
import type { LengthSlope } from '../../stats/length.ts';
import { signed } from '../../ui/number-words.ts';

/** How what is measured is called and drawn. */
interface MeasureWords {
  /** Names the choice of it; '' where a figure has but one. */
  readonly choice: string;
  /** What has a length, in the singular. */
  readonly text: string;
  readonly across: string;
  readonly up: string;
  /** The same in one word. */
  readonly short: string;
  readonly range: readonly [number, number];
  /** The plot goes on this much beyond the range, and values that come in whole numbers are spread within it. */
  readonly edge: number;
  /** Marks on the axis; left out where round numbers will do. */
  readonly ticks?: readonly { readonly value: number; readonly label: string }[];
  /** Whether the means at a common length and mix of cases are worked out. */
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

/** Says what a text of twice the length gains, within judges. */
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
