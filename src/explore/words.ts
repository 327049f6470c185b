import { type CaseOutcome, type Choices, facetSortKey, PARSE_WORDS, STATUSES } from '../cases/choices.ts';
import type { FacetCounts } from '../cases/columns/counts.ts';
import { type LabelsBy, labelOfValue, saidWords, wordsOfId } from '../cases/labels.ts';
import {
  ANY_CONFLICT,
  ANY_CRITIQUE,
  ANY_PAIR,
  ANY_SAID,
  asksForCritiques,
  type CritiqueRange,
  isOpen,
  type LengthRange,
  NOBODY,
  type PairRange,
  type SaidFilter,
} from '../cases/wanted.ts';
import type { SortKey } from '../schema/board.ts';
import { parseSlice } from '../schema/slice.ts';
import { lowerFirst } from '../schema/words.ts';
import { numberWords, rounded } from '../ui/number-words.ts';
import { type AskedCases, type ExploreState, type FacetState, facetParameter } from './state.ts';

/** Writes `labelled both bad, GPT-4o says A better`. */
export function saidSentence(labels: LabelsBy, { gold, verdict }: SaidFilter, judge: string): string {
  const parts = [
    ...(gold === '' ? [] : [`labelled ${lowerFirst(saidWords(labels, gold))}`]),
    ...(verdict === '' ? [] : [`${judge} says ${lowerFirst(saidWords(labels, verdict))}`]),
  ];
  return parts.join(', ');
}

const rangeWords = ({ from, to }: LengthRange, least: string, unit: string): string =>
  `${from ?? least} to ${to ?? 'any'} ${unit}`;

/** Says what is measured of an answer, where it is not open: `scored 0 to 4`, `0 to 1 points from people`, `right`. */
function measuredWords({ of, score }: CritiqueRange): string {
  if (isOpen(score)) return '';
  const [from, to] = [score.from ?? 0, score.to ?? (of === 'right' ? 1 : 10)];
  if (of === 'distance') return ` ${from} to ${to} points from people’s mean`;
  if (of !== 'right') return ` scored ${from} to ${to}`;
  return from > 0 ? ' that is right' : to < 1 ? ' that is wrong' : ' that is right or wrong';
}

/**
 * Writes `a critique of 100 to 300 characters scored 0 to 4 by Neutral rubric`, `an answer by GPT-4o with a reason of 100 to 300 characters
 * scored 0 to 4 on Perceptual quality`; `nameOf` names runs, judges and criteria.
 */
export function critiqueWords(range: CritiqueRange, nameOf: (id: string) => string): string {
  const { of, length, part, runs } = range;
  const who = runs.length === 0 ? '' : ` by ${runs.map(nameOf).join(' or ')}`;
  const long = isOpen(length) ? '' : ` of ${rangeWords(length, '1', 'characters')}`;
  const measured = measuredWords(range);
  if (of !== 'critique')
    return `an answer${who} with a reason${long}${measured}${part === '' ? '' : ` on ${nameOf(part)}`}`;
  const by = part === '' ? '' : `${measured === '' ? ' scored' : ''} by ${nameOf(part)}`;
  return `a critique${who}${long}${measured}${by}`;
}

/** Writes `score 5 before and 1 after (Text dominance)`. */
export function wantedPairWords(
  { kind, before, after, biasType }: PairRange,
  nameOf: (biasType: string) => string,
): string {
  const which = biasType === '' ? '' : ` (${nameOf(biasType)})`;
  if (kind === 'unscored') return `a side of a pair without a score${which}`;
  return `score ${before ?? 'any'} before and ${after ?? 'any'} after${which}`;
}

export const isScore = (value: string): boolean => value.trim() !== '' && Number.isFinite(Number(value));

/** Writes a label: `A better`; a score has at most two decimals: `3.3333` → `3.33`. */
export const valueSaid = (labels: LabelsBy, value: string): string =>
  isScore(value) ? String(rounded(Number(value))) : saidWords(labels, value);

/** Names an answer; one that could not be read is `!` and its status. */
export const saidAnswer = (labels: LabelsBy, answer: string): string => {
  const status = answer.startsWith('!') ? answer.slice(1) : '';
  return status === ''
    ? valueSaid(labels, answer)
    : (Object.entries(PARSE_WORDS).find(([one]) => one === status)?.[1] ?? status);
};

export const OUTCOME_WORDS: Readonly<Record<CaseOutcome, string>> = {
  right: 'every judge right',
  mixed: 'judges differ',
  wrong: 'every judge wrong',
  none: 'no right or wrong',
};

/** Says what a value of a facet, or of a key of a slice, is called; '' is the absence of one. */
export const facetValueWords = (choices: Pick<Choices, 'labels'>, of: string, value: string): string =>
  labelOfValue(choices.labels, of, value) ?? (value === '' ? 'none' : wordsOfId(value));

/** Says how an answer was read; a text that is no status stays. */
export const parseWords = (status: string): string => {
  const known = STATUSES.find((one) => one === status);
  return known === undefined ? status : PARSE_WORDS[known];
};

export const COLUMN_WORDS = {
  case: 'Case',
  right: 'Judges right',
  points: 'Points lost',
  suspect: 'Label suspect',
  blind: 'Common blind spot',
  longest: 'Longest reason',
  judgments: 'Judgments',
  prompt: 'Length of the prompt',
} as const;

export const columnWords = ({ facets }: Pick<Choices, 'facets'>, column: string): string =>
  facets.find(({ name }) => facetSortKey(name) === column)?.label ??
  (Object.hasOwn(COLUMN_WORDS, column) ? COLUMN_WORDS[column as keyof typeof COLUMN_WORDS] : column);

/** Writes the order: `Difficulty, then Case descending`; '' for the usual one. */
export const orderWords = (choices: Pick<Choices, 'facets'>, sort: readonly SortKey[]): string =>
  sort
    .map(({ column, descending }) => `${columnWords(choices, column)}${descending ? ' descending' : ''}`)
    .join(', then ');

/** Says the slice in words: `Clarity, Open-ended`; a value that the benchmark has no label for stands with what it is of: `conflict no`. */
const sliceWords = ({ labels }: Pick<Choices, 'labels'>, slice: string): string =>
  [...parseSlice(slice)]
    .map(
      ([key, value]) =>
        labelOfValue(labels, key, value) ?? `${wordsOfId(key)} ${facetValueWords({ labels }, key, value)}`,
    )
    .join(', ');

export interface FilterChip {
  readonly words: string;
  readonly state: Partial<ExploreState>;
  readonly facets: FacetState;
}

const chip = (words: string, state: Partial<ExploreState>, facets: FacetState = {}): FilterChip => ({
  ...{ words, state, facets },
});

/** Under a share of right answers a point is lost by a wrong one; under coverage by one that could not be read. */
function lostSentence(judge: string, loss: Choices['losses'][number] | undefined): string {
  if (loss?.rows === undefined) return `${judge} lost points`;
  return `where ${judge} ${loss.id === 'coverage' ? 'gave no readable answer' : 'was wrong'}`;
}

function lossWords(choices: Choices, { metric, run, slice, against }: ExploreState): FilterChip[] {
  const name = choices.runs.find((known) => known.run === run)?.label;
  const of = name === undefined ? 'a judge' : name;
  const gone = { metric: '', run: '', slice: '', against: NOBODY };
  if (metric === '') return name === undefined ? [] : [chip(`judged by ${name}`, gone)];
  const loss = choices.losses.find(({ id }) => id === metric);
  const under = loss?.label ?? metric;
  const part = slice === '' ? '' : `, ${sliceWords(choices, slice)}`;
  const other = choices.runs.find((known) => known.run === against.run)?.label;
  if (name !== undefined && other !== undefined) {
    const how = against.side === 'level' ? 'equal to' : 'ahead of';
    return [chip(`${name} ${how} ${other}: ${under}${part}`, gone)];
  }
  return [chip(`${lostSentence(of, loss)}: ${under}${part}`, gone)];
}

function conflictWords(choices: Choices, { conflict }: ExploreState): FilterChip[] {
  if (conflict.criterion === '') return [];
  const [one, two] = [conflict.criterion, conflict.other].map((id) => facetValueWords(choices, 'criterion', id));
  return [chip(`labels prefer different responses on ${one} and ${two}`, { conflict: ANY_CONFLICT })];
}

/** Says what words were searched for; signs alone narrow nothing. */
const searchWords = (words: string): string =>
  /[\p{L}\p{M}\p{N}]/u.test(words) ? `a reason has “${words}”` : `“${words}” holds no word to search for`;

function partWords(choices: Choices, { of }: CritiqueRange, id: string): string {
  const criterion = of === 'critique' ? undefined : choices.criteria.find((one) => one.id === id);
  return criterion?.label ?? facetValueWords(choices, 'critique_judge', id);
}

/** Says what was asked for: `where GPT-4o was wrong (944)`. `whole` counts all cases of the list; without it no count is said. */
export function chipsOf({ choices, state, facets }: AskedCases, whole?: FacetCounts): readonly FilterChip[] {
  const runs = new Map(choices.runs.map(({ run, label }) => [run, label]));
  const verdictChips = (verdict: 'right' | 'wrong'): FilterChip[] =>
    state[verdict].map((run) => {
      const count = whole === undefined ? '' : ` (${numberWords(whole.of(verdict, run))})`;
      const others = state[verdict].filter((one) => one !== run);
      return chip(`where ${runs.get(run) ?? run} was ${verdict}${count}`, { [verdict]: others });
    });
  const criterion = choices.criteria.find(({ id }) => id === state.criterion)?.label;
  const { critique, pair, said, outcome, parse, length, words } = state;
  const saidBy = runs.get(state.run) ?? 'a judge';
  const critiques = critiqueWords(critique, (id) => runs.get(id) ?? partWords(choices, critique, id));
  const pairs = wantedPairWords(pair, (id) => facetValueWords(choices, 'bias_type', id));
  const chips = [
    ...lossWords(choices, state),
    chip(asksForCritiques(critique) ? critiques : '', { critique: ANY_CRITIQUE }),
    chip(pair.kind === 'any' ? '' : pairs, { pair: ANY_PAIR }),
    ...conflictWords(choices, state),
    chip(saidSentence(choices.labels, said, saidBy), { said: ANY_SAID }),
    ...choices.facets.map(({ name, label }) => {
      const values = facets[facetParameter(name)] ?? [];
      const list = values.map((value) => facetValueWords(choices, name, value)).join(', ');
      return chip(values.length === 0 ? '' : `${label}: ${list}`, {}, { [facetParameter(name)]: [] });
    }),
    chip(criterion === undefined ? '' : `criterion ${criterion}`, { criterion: '' }),
    chip(outcome.map((o) => OUTCOME_WORDS[o]).join(' or '), { outcome: [] }),
    chip(parse.length === 0 ? '' : `an answer is ${parse.map(parseWords).join(' or ')}`, { parse: [] }),
    ...verdictChips('right'),
    ...verdictChips('wrong'),
    chip(isOpen(length) ? '' : `longest reason ${rangeWords(length, '0', 'characters')}`, {
      length: { from: null, to: null },
    }),
    chip(words === '' ? '' : searchWords(words), { words: '' }),
  ];
  // What is not asked for has no words.
  return chips.filter((one) => one.words !== '');
}

/** The order of a list that nobody has touched (`USUAL_ORDER`), and of equal cases in any other. */
const USUAL_WORDS = 'as released, cases with a right or wrong answer first';

export function selectionWords(choices: Choices, state: ExploreState, facets: FacetState): string {
  const parts = chipsOf({ choices, state, facets }).map(({ words }) => words);
  const order = orderWords(choices, state.sort);
  return `${parts.length === 0 ? 'all cases' : parts.join('; ')}; order: ${order === '' ? '' : `${order}, then `}${USUAL_WORDS}`;
}
