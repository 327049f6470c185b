import type { RunSide } from '../metrics/query.ts';
import { ANY_VERDICTS, type LengthMeasure } from '../schema/words.ts';
import type { CaseOutcome } from './choices.ts';
import { UNREADABLE } from './labels.ts';

/** A range of numbers of characters, both ends included; an end is null where the range is open. */
export interface LengthRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** Narrows the table of cases. Empty lists ask for nothing. */
export interface Filter {
  readonly facets: Readonly<Record<string, readonly string[]>>;
  readonly criterion: string;
  readonly outcome: readonly CaseOutcome[];
  readonly parse: readonly string[];
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly length: LengthRange;
}

export const NO_FILTER: Filter = {
  facets: {},
  criterion: '',
  outcome: [],
  parse: [],
  right: [],
  wrong: [],
  length: { from: null, to: null },
};

/** Asks for critiques, or for answers with a reason, in a rectangle of length (characters) and of what is measured. */
export interface CritiqueRange {
  readonly of: LengthMeasure;
  readonly length: LengthRange;
  /** From 0: points of score, or 0 for wrong and 1 for right. */
  readonly score: LengthRange;
  /** Id of the critique judge that scored them, or the criterion that answers are on; '' for any. */
  readonly part: string;
  /** Whose critiques; none for everybody's. */
  readonly runs: readonly string[];
}

/** Pairs of scores before and after a perturbation, rounded to whole scores. */
export interface PairRange {
  readonly kind: 'any' | 'scored' | 'unscored';
  /** Null for any score. */
  readonly before: number | null;
  readonly after: number | null;
  /** '' for any. */
  readonly biasType: string;
}

/** Two criteria on which people prefer different responses; both are '' where nobody asks for a conflict. */
export interface CriterionConflict {
  readonly criterion: string;
  readonly other: string;
}

export const ANY_CONFLICT: CriterionConflict = { criterion: '', other: '' };

/** Asks for what people say of a pair and what a judge says of it; '' for anything. */
export interface SaidFilter {
  readonly gold: string;
  readonly verdict: string;
}

export const ANY_SAID: SaidFilter = { gold: '', verdict: '' };

export const SAYINGS: readonly string[] = [...ANY_VERDICTS, UNREADABLE];

export interface AnswerFilter {
  readonly critique: CritiqueRange;
  readonly pair: PairRange;
  /** Of people, not of a judge. */
  readonly conflict: CriterionConflict;
  /** Of people and of the scope's run. */
  readonly said: SaidFilter;
}

const OPEN: LengthRange = { from: null, to: null };
export const ANY_CRITIQUE: CritiqueRange = { of: 'critique', length: OPEN, score: OPEN, part: '', runs: [] };
export const ANY_PAIR: PairRange = { kind: 'any', before: null, after: null, biasType: '' };
export const ANY_ANSWERS: AnswerFilter = {
  critique: ANY_CRITIQUE,
  pair: ANY_PAIR,
  conflict: ANY_CONFLICT,
  said: ANY_SAID,
};

export const isOpen = ({ from, to }: LengthRange): boolean => from === null && to === null;

export const asksForCritiques = ({ of, length, score, part, runs }: CritiqueRange): boolean =>
  of !== 'critique' || !isOpen(length) || !isOpen(score) || part !== '' || runs.length > 0;

/** What the table of cases is made from: a criterion that decides right and wrong, and a metric under which cases cost a run points. */
export interface Scope {
  /** '' for all. */
  readonly criterion: string;
  /** Cases that cost points under this metric; '' for all. */
  readonly metric: string;
  /** Of this run only; '' for any. */
  readonly run: string;
  /** `key=value` pairs joined by `;`; '' for all. */
  readonly slice: string;
  /** Another run to compare with: instead of cases that cost points, those on which `run` has more points than it, or as many. */
  readonly against: AgainstRun;
}

/** The run that the scope's own is compared with, and whether that one is better or equal; the run is '' where there is none. */
export interface AgainstRun {
  readonly run: string;
  readonly side: Exclude<RunSide, 'below'>;
}

export const NOBODY: AgainstRun = { run: '', side: 'above' };

export const EVERY_CASE: Scope = { criterion: '', metric: '', run: '', slice: '', against: NOBODY };

/** Says whose lost points a list is ordered by: the run asked for, the one that was wrong before the one that was right; '' for all judges. */
export const pointsRun = ({ run }: Pick<Scope, 'run'>, { wrong, right }: Pick<Filter, 'wrong' | 'right'>): string =>
  run || wrong[0] || right[0] || '';
