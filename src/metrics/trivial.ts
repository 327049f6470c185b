import type { Answer } from '../schema/benchmark.ts';
import { numberWords } from '../schema/number-words.ts';
import type { Slice } from '../schema/slice.ts';
import { PAIR_ANSWERS } from '../schema/words.ts';
import type { Chance, CriticLabels } from './labels.ts';

/** What a trivial judge scores, in the metric's natural unit: `lo` = `hi` where it is exact; the basis says why. */
export interface TrivialRange {
  readonly lo: number;
  readonly hi: number;
  readonly basis: string;
}

/** Where a trivial judge is scored: a slice, with what is known of its prompts. */
export interface TrivialCase {
  readonly slice: Slice;
  /** Sizes that a paper prints of the split: `prompts`, `judgments`, `conflict_prompts`, `conflict_pairs`. */
  readonly counts: Readonly<Record<string, number>>;
  /** What the labels of the split say; null where there are none, or where the slice is a part of the split. */
  readonly labels: Chance | null;
  /** What the labels say of which critics are asked; null on other boards, and where the slice is a part of the cases. */
  readonly critics: CriticLabels | null;
}

/** The trivial judges, and people where they stand beside a share; in the order in which they are shown. */
export const TRIVIAL_JUDGES = [
  { id: 'coin-flip', label: 'Coin flip', about: 'Answers at random, independently for each question.' },
  {
    id: 'one-verdict-oracle',
    label: 'One-verdict oracle',
    about: 'Knows the best single verdict for a prompt and gives it on every criterion.',
  },
  {
    id: 'constant-scorer',
    label: 'Constant scorer',
    about: 'Gives every answer the same score whatever it sees.',
  },
  { id: 'always-a', label: 'Always A', about: 'Names the first of the two whatever it sees.' },
  {
    id: 'constant-answer',
    label: 'Best constant answer',
    about: 'Gives one and the same answer to every case: the one that the labels give most often.',
  },
  {
    id: 'people',
    label: 'Labels',
    about: 'What the labels say of the same pairs: not a judge, but what judges are measured by.',
  },
] as const;
export type TrivialJudge = (typeof TRIVIAL_JUDGES)[number]['id'];

/** The values by trivial judge; null or left out where nothing can be said. */
export type TrivialScores = Readonly<Partial<Record<TrivialJudge, (at: TrivialCase) => TrivialRange | null>>>;

export const exact = (value: number, basis: string): TrivialRange => ({ lo: value, hi: value, basis });

const basisOf = ({ prompts }: Chance): string => `from the labels of these ${numberWords(prompts)} prompts`;

/** Computes a value from the labels of the split; null where they do not suffice. */
export function fromLabels(labels: Chance | null, value: (labels: Chance) => number | null): TrivialRange | null {
  const found = labels === null ? null : value(labels);
  return labels === null || found === null ? null : exact(found, basisOf(labels));
}

const ANSWER_NAMES: Readonly<Record<Answer, string>> = { a: 'A', b: 'B', tie: 'tie', both_bad: 'both bad' };

function constant({ labels }: TrivialCase, given?: Answer): TrivialRange | null {
  if (labels === null) return null;
  const { said } = labels;
  const best = given ?? PAIR_ANSWERS.reduce((most, answer) => (said[answer] > said[most] ? answer : most));
  const all = PAIR_ANSWERS.reduce((sum, answer) => sum + said[answer], 0);
  return all === 0
    ? null
    : exact(said[best] / all, `always ${ANSWER_NAMES[best]}: ${numberWords(said[best])} of ${numberWords(all)} labels`);
}

export const ANY_OF_FOUR: TrivialScores = {
  'coin-flip': () => exact(1 / PAIR_ANSWERS.length, 'four equally likely answers'),
  'always-a': (at) => constant(at, 'a'),
  'constant-answer': (at) => constant(at),
};

/** The better of always A and always B, where only labels that prefer one of the two count. */
export const BEST_OF_TWO: TrivialScores = {
  'constant-answer': ({ labels }) =>
    fromLabels(labels, ({ said: { a, b } }) => (a + b === 0 ? null : Math.max(a, b) / (a + b))),
};

export const bestOfStage = (stage: 'critique' | 'preference'): TrivialScores => ({
  'constant-answer': ({ critics }) => {
    const counts = [...(critics?.get(stage) ?? [])].sort(([, one], [, other]) => other - one);
    const all = counts.reduce((sum, [, n]) => sum + n, 0);
    const [best] = counts;
    return best === undefined
      ? null
      : exact(best[1] / all, `always ${best[0]}: ${numberWords(best[1])} of ${numberWords(all)} labels`);
  },
});

export const peopleDecided = ({ labels }: TrivialCase): TrivialRange | null =>
  fromLabels(labels, ({ said: { a, b }, level }) => (a + b) / (a + b + level));

export const peopleForA = ({ labels }: TrivialCase): TrivialRange | null =>
  fromLabels(labels, ({ said: { a, b } }) => (a + b === 0 ? null : a / (a + b)));

export const EVEN: TrivialScores = {
  'coin-flip': ({ labels }) => exact(0.5, labels === null ? 'two equally likely answers' : basisOf(labels)),
};

/** Gives 0, since who gives one verdict per prompt never tells two criteria apart; null where the labels hold no conflict. */
export const noConflictMatched = (labels: Chance | null): TrivialRange | null =>
  labels === null
    ? exact(0, 'never gives two different verdicts')
    : fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 0 : null));

/** The most criteria of a prompt, where a paper prints only sums. */
const MAX_CRITERIA = 5;

/** Gives the least and greatest mean of `f` over prompts when only the mean of its argument is known and `f` lives on given points. */
function meanBounds(points: readonly (readonly [number, number])[], mean: number): { lo: number; hi: number } {
  const values: number[] = [];
  for (const [x1, y1] of points) {
    for (const [x2, y2] of points) {
      if (x1 <= mean && mean <= x2) values.push(x1 === x2 ? y1 : y1 + ((y2 - y1) * (mean - x1)) / (x2 - x1));
    }
  }
  return { lo: Math.min(...values), hi: Math.max(...values) };
}

/** Bounds the mean of 2^−K over prompts of K criteria; papers print the mean of K (judgments / prompts), not its distribution. */
export function allRightByCoin({ judgments, prompts }: TrivialCase['counts']): TrivialRange | null {
  if (judgments === undefined || prompts === undefined) return null;
  const points = Array.from({ length: MAX_CRITERIA }, (_, i) => [i + 1, 2 ** -(i + 1)] as const);
  const { lo, hi } = meanBounds(points, judgments / prompts);
  return {
    lo,
    hi,
    basis: `mean of 2^-K; the paper prints only the mean number of criteria K = ${(judgments / prompts).toFixed(2)}, which bounds it`,
  };
}

/** Bounds the mean of 1 − 2^(1−K) over prompts with a conflict; a split of K criteria into u + v has u·v conflicting pairs. */
export function someDifferByCoin({
  conflict_pairs: pairs,
  conflict_prompts: prompts,
}: TrivialCase['counts']): TrivialRange | null {
  if (pairs === undefined || prompts === undefined) return null;
  const points: [number, number][] = [];
  for (let u = 1; u < MAX_CRITERIA; u++) {
    for (let v = u; u + v <= MAX_CRITERIA; v++) points.push([u * v, 1 - 2 ** (1 - u - v)]);
  }
  const { lo, hi } = meanBounds(points, pairs / prompts);
  return {
    lo,
    hi,
    basis: `mean of 1 - 2^(1-K); the paper prints only ${pairs} conflicting pairs on ${prompts} prompts, which bounds it`,
  };
}
