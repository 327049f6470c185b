import { metricById } from '../metrics/index.ts';
import { type ExploreState, type FacetState, facetParameter, sliceWords } from '../url-state/explore.ts';
import type { Choices, Outcome } from './choices.ts';

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  right: 'every judge right',
  mixed: 'judges differ',
  wrong: 'every judge wrong',
  none: 'no right or wrong',
};

/** A value as people read it; '' is the absence of one. */
export const valueWords = (value: string): string => (value === '' ? 'none' : value.replaceAll(/[-_]/g, ' '));

/** One part of a selection in words, and the change that takes it away. */
export interface Chip {
  readonly words: string;
  readonly state: Partial<ExploreState>;
  readonly facets: FacetState;
}

const chip = (words: string, state: Partial<ExploreState>, facets: FacetState = {}): Chip => ({ words, state, facets });

function lossWords(choices: Choices, { metric, run, slice }: ExploreState): Chip[] {
  const name = choices.runs.find((known) => known.run === run)?.label;
  const of = name === undefined ? 'a judge' : name;
  const gone = { metric: '', run: '', slice: '' };
  if (metric === '') return name === undefined ? [] : [chip(`judged by ${name}`, gone)];
  const part = slice === '' ? '' : ` (${sliceWords(slice)})`;
  return [chip(`cost ${of} points under ${metricById(metric)?.label ?? metric}${part}`, gone)];
}

function rangeWords({ length: { from, to } }: ExploreState): Chip[] {
  if (from === null && to === null) return [];
  return [chip(`longest rationale ${from ?? 0} to ${to ?? 'any'} characters`, { length: { from: null, to: null } })];
}

/** Everything that is asked for, part by part. */
export function chipsOf(choices: Choices, state: ExploreState, facets: FacetState): readonly Chip[] {
  const runName = (run: string): string => choices.runs.find((known) => known.run === run)?.label ?? run;
  const criterion = choices.criteria.find(({ id }) => id === state.criterion)?.label;
  return [
    ...lossWords(choices, state),
    ...choices.facets.flatMap(({ name, label }) => {
      const parameter = facetParameter(name);
      const values = facets[parameter] ?? [];
      return values.length === 0
        ? []
        : [chip(`${label}: ${values.map(valueWords).join(', ')}`, {}, { [parameter]: [] })];
    }),
    ...(criterion === undefined ? [] : [chip(`criterion ${criterion}`, { criterion: '' })]),
    ...(state.outcome.length === 0
      ? []
      : [chip(state.outcome.map((o) => OUTCOME_WORDS[o]).join(' or '), { outcome: [] })]),
    ...(state.parse.length === 0 ? [] : [chip(`an answer is ${state.parse.join(' or ')}`, { parse: [] })]),
    ...state.right.map((run) => chip(`${runName(run)} right`, { right: state.right.filter((r) => r !== run) })),
    ...state.wrong.map((run) => chip(`${runName(run)} wrong`, { wrong: state.wrong.filter((r) => r !== run) })),
    ...rangeWords(state),
    ...(state.words === '' ? [] : [chip(`a rationale has “${state.words}”`, { words: '' })]),
  ];
}

/** The whole selection in one line, for provenance. */
export function selectionWords(choices: Choices, state: ExploreState, facets: FacetState): string {
  const parts = chipsOf(choices, state, facets).map(({ words }) => words);
  const order = state.sort.map(({ column, descending }) => `${column} ${descending ? 'descending' : 'ascending'}`);
  return `${parts.length === 0 ? 'all cases' : parts.join('; ')}; order: ${[...order, 'order of the release'].join(', then ')}`;
}
