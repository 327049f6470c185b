import { CASE_OUTCOMES, type Choices, STATUSES } from '../cases/choices.ts';
import { sortColumns } from '../cases/list-columns.ts';
import { type AgainstRun, type Filter, NOBODY } from '../cases/wanted.ts';
import { isSliceText, plainOrMarked } from '../schema/slice.ts';
import {
  choiceField,
  type Field,
  fieldOf,
  freeText,
  listField,
  type StateOf,
  textField,
  writeSearch,
} from '../ui/field.ts';
import { percentEncoded, sortField } from '../ui/sort-field.ts';
import { conflictField, critiqueField, lengthField, pairField, saidField } from './answer-fields.ts';

const LONGEST_TEXT = 200;
/** A slice of several long names, each with what is encoded in it. */
const LONGEST_SLICE = 2000;

/** Values are any text: the comma that separates them is encoded inside them, and so is the stand-in for no value. */
const encode = (value: string): string => (value === '' ? '~' : percentEncoded(value, /[%,~]/g));

/** Reads and writes the chosen values of a facet. */
export function valuesField(values: readonly string[]): Field<readonly string[]> {
  const known = new Map(values.map((value) => [encode(value), value]));
  const list = listField(known.keys());
  return fieldOf<readonly string[]>({
    fallback: [],
    write: (chosen) => chosen.map(encode).join(','),
    read: (raw) => {
      const { value, rejected } = list.read(raw);
      return { value: value?.map((piece) => known.get(piece) ?? '') ?? null, rejected };
    },
  });
}

const LEVEL = ',level';

/** Reads and writes `run` (better than this run) and `run,level` (as good as it). */
function againstField(runs: readonly string[]): Field<AgainstRun> {
  return fieldOf({
    fallback: NOBODY,
    write: ({ run, side }) => (side === 'level' && run !== '' ? run + LEVEL : run),
    read: (raw) => {
      const level = raw.endsWith(LEVEL);
      const run = level ? raw.slice(0, -LEVEL.length) : raw;
      if (!runs.includes(run)) return { value: null, rejected: [raw] };
      return { value: { run, side: level ? 'level' : 'above' }, rejected: [] };
    },
  });
}

interface Known {
  /** Metrics by whose lost points cases are asked for. */
  readonly losses: readonly string[];
  readonly criteria: readonly string[];
  readonly runs: readonly string[];
  readonly columns: readonly string[];
}

const fixedFields = ({ losses, criteria, runs, columns }: Known) => ({
  criterion: choiceField(['', ...criteria], ''),
  metric: choiceField(['', ...losses], ''),
  run: choiceField(['', ...runs], ''),
  slice: textField((raw) => raw.length <= LONGEST_SLICE && isSliceText(raw)),
  against: againstField(runs),
  critique: critiqueField(runs),
  pair: pairField,
  conflict: conflictField(criteria),
  said: saidField,
  outcome: listField(CASE_OUTCOMES),
  parse: listField<string>(STATUSES),
  right: listField(runs),
  wrong: listField(runs),
  length: lengthField,
  /** Words that a rationale of the case must hold. */
  words: freeText(LONGEST_TEXT),
  /** Empty for the usual order (`USUAL_ORDER`). */
  sort: sortField(columns),
});

/** All that a visitor can change about the explorer, apart from the facets; the URL holds it. */
export type ExploreState = StateOf<ReturnType<typeof fixedFields>>;
/** The wanted values, by name of the facet's parameter. */
export type FacetState = Readonly<Record<string, readonly string[]>>;
export type FacetFields = Readonly<Record<string, Field<readonly string[]>>>;

/** Fields for writing an address: only its reader has to know which names exist. */
export const WRITTEN = fixedFields({ losses: [], criteria: [], runs: [], columns: [] });
const WRITTEN_VALUES = valuesField([]);
const TAKEN: ReadonlySet<string> = new Set(Object.keys(WRITTEN));

/** Names the parameter of a facet: by its name, unless the page has another parameter of this name. */
export const facetParameter = (name: string): string => plainOrMarked(name, TAKEN);

/** Makes the parameters of a benchmark's explorer. Defaults are left out. */
export function exploreFields(choices: Choices) {
  const facets: FacetFields = Object.fromEntries(
    choices.facets.map(({ name, values }) => [facetParameter(name), valuesField(values)]),
  );
  const fixed = fixedFields({
    losses: choices.losses.map(({ id }) => id),
    criteria: choices.criteria.map(({ id }) => id),
    runs: choices.runs.map(({ run }) => run),
    columns: sortColumns(choices),
  });
  return { fixed, facets };
}

/**
 * Writes the query string of the explorer, from its `?` on, for the cases that a state asks for; what it leaves out stands as it is when nobody has
 * touched it. `facets`: wanted values by name of the facet.
 */
export function exploreSearch(state: Partial<ExploreState>, facets: FacetState = {}): string {
  const wanted = Object.entries(facets).map(([name, values]) => [facetParameter(name), values] as const);
  const fields: FacetFields = Object.fromEntries(wanted.map(([name]) => [name, WRITTEN_VALUES]));
  return writeSearch({ ...WRITTEN, ...fields }, { ...state, ...Object.fromEntries(wanted) });
}

/** The filter of a state. */
export function filterOf(
  choices: Choices,
  { state, facets }: { readonly state: ExploreState; readonly facets: FacetState },
): Filter {
  const { criterion, outcome, parse, right, wrong, length } = state;
  const wanted = choices.facets.map(({ name }) => [name, facets[facetParameter(name)] ?? []]);
  return { facets: Object.fromEntries(wanted), criterion, outcome, parse, right, wrong, length };
}
