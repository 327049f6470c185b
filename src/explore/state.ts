import { CASE_OUTCOMES, type Choices, STATUSES, sortColumns } from '../cases/choices.ts';
import {
  type AgainstRun,
  ANY_CONFLICT,
  ANY_CRITIQUE,
  ANY_PAIR,
  ANY_SAID,
  asksForCritiques,
  type CriterionConflict,
  type CritiqueRange,
  type Filter,
  isOpen,
  type LengthRange,
  NOBODY,
  type PairRange,
  SAYINGS,
  type SaidFilter,
} from '../cases/wanted.ts';
import { isSliceText, plainOrMarked } from '../schema/slice.ts';
import { LENGTH_MEASURES } from '../schema/words.ts';
import {
  choiceField,
  type Field,
  fieldOf,
  freeText,
  listField,
  type StateOf,
  textField,
  wholeField,
  writeSearch,
} from '../ui/field.ts';
import { percentEncoded, sortField } from '../ui/sort-field.ts';

const RANGE = /^(?:(\d{1,9}(?:\.\d{1,3})?)?-(\d{1,9}(?:\.\d{1,3})?)?)?$/;
const ID = /^[a-z0-9_-]*$/;
const SCORE = /^\d{0,3}$/;

const end = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

function readRange(text = ''): LengthRange | null {
  const match = RANGE.exec(text);
  return match === null ? null : { from: end(match[1]), to: end(match[2]) };
}

const writeRange = (range: LengthRange): string => (isOpen(range) ? '' : `${range.from ?? ''}-${range.to ?? ''}`);

/** `from-to` in characters, one of the two may be empty. */
const lengthField: Field<LengthRange> = wholeField({ from: null, to: null }, writeRange, (raw) => {
  // A range of which the first end is larger holds nothing; it is what somebody has typed who writes the last end anew.
  const value = readRange(raw);
  return value === null || isOpen(value) ? null : value;
});

/** Names of criteria and bias types are any text: the semicolon between parts is encoded inside them. */
const encoded = (name: string): string => percentEncoded(name, /[%;]/g);
const decoded = (part: string): string => part.replace(/%(25|3B)/g, decodeURIComponent);

const joined = (parts: readonly string[]): string => parts.join(';').replace(/;+$/, '');

/** `length;score;part;runs;of`, each may be empty: `100-300;0-4;rubric-neutral;padder-critique,coin-flip-critique`, or `;0-1;sc;gpt4o-scores;distance`. Critiques are not named. */
export const critiqueField = (known: readonly string[]): Field<CritiqueRange> =>
  wholeField(
    ANY_CRITIQUE,
    ({ of, length, score, part, runs }) =>
      joined([writeRange(length), writeRange(score), encoded(part), runs.join(','), of === ANY_CRITIQUE.of ? '' : of]),
    (raw) => {
      const [first, second, third = '', list = '', named = '', ...more] = raw.split(';');
      const [length, score, part] = [readRange(first), readRange(second), decoded(third)];
      const runs = list === '' ? [] : [...new Set(list.split(','))];
      const of = LENGTH_MEASURES.find((one) => one === (named || ANY_CRITIQUE.of));
      const sound =
        (of !== 'critique' || ID.test(part)) && runs.every((run) => known.includes(run)) && more.length === 0;
      if (of === undefined || length === null || score === null || !sound) return null;
      const value = { of, length, score, part, runs };
      return asksForCritiques(value) ? value : null;
    },
  );

/** `before;after;bias type` in whole scores, each may be empty, or `unscored;bias type`: `5;1;text-dominance`. */
export const pairField: Field<PairRange> = wholeField(
  ANY_PAIR,
  ({ kind, before, after, biasType }) => {
    if (kind === 'any') return '';
    if (kind === 'unscored') return joined([kind, encoded(biasType)]);
    return `${before ?? ''};${after ?? ''}${biasType === '' ? '' : `;${encoded(biasType)}`}`;
  },
  (raw) => {
    const [first = '', second = '', third = '', ...more] = raw.split(';');
    const unscored = first === 'unscored';
    const biasType = decoded(unscored ? second : third);
    const scores = unscored ? third === '' : raw.includes(';') && SCORE.test(first) && SCORE.test(second);
    if (!scores || more.length > 0) return null;
    return unscored
      ? { ...ANY_PAIR, kind: 'unscored', biasType }
      : { kind: 'scored', before: end(first), after: end(second), biasType };
  },
);

/** `people;judge`, one of the two may be empty: `both_bad;a`. */
export const saidField: Field<SaidFilter> = wholeField(
  ANY_SAID,
  ({ gold, verdict }) => joined([gold, verdict]),
  (raw) => {
    const [gold = '', verdict = '', ...more] = raw.split(';');
    const isKnown = (saying: string): boolean => saying === '' || SAYINGS.includes(saying);
    const sound = isKnown(gold) && isKnown(verdict) && `${gold}${verdict}` !== '' && more.length === 0;
    return sound ? { gold, verdict } : null;
  },
);

export const conflictField = (criteria: readonly string[]): Field<CriterionConflict> =>
  wholeField(
    ANY_CONFLICT,
    ({ criterion, other }) => (criterion === '' ? '' : `${encoded(criterion)};${encoded(other)}`),
    (raw) => {
      const [criterion = '', other = '', ...more] = raw.split(';').map(decoded);
      const sound = criterion !== other && [criterion, other].every((id) => criteria.includes(id)) && more.length === 0;
      return sound ? { criterion, other } : null;
    },
  );

const LONGEST_TEXT = 200;
/** A slice of several long names, each with what is encoded in it. */
const LONGEST_SLICE = 2000;

/** Values are any text: the comma that separates them is encoded inside them, and so is the stand-in for no value. */
const encode = (value: string): string => (value === '' ? '~' : percentEncoded(value, /[%,~]/g));

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

const againstField = (runs: readonly string[]): Field<AgainstRun> =>
  wholeField(
    NOBODY,
    ({ run, side }) => (side === 'level' && run !== '' ? run + LEVEL : run),
    (raw) => {
      const level = raw.endsWith(LEVEL);
      const run = level ? raw.slice(0, -LEVEL.length) : raw;
      return runs.includes(run) ? { run, side: level ? 'level' : 'above' } : null;
    },
  );

interface Known {
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
export type FacetState = Readonly<Record<string, readonly string[]>>;
export type FacetFields = Readonly<Record<string, Field<readonly string[]>>>;

/** Fields for writing an address: only its reader has to know which names exist. */
export const WRITTEN = fixedFields({ losses: [], criteria: [], runs: [], columns: [] });
const WRITTEN_VALUES = valuesField([]);
const TAKEN: ReadonlySet<string> = new Set(Object.keys(WRITTEN));

/** Names the parameter of a facet: by its name, unless the page has another parameter of this name. */
export const facetParameter = (name: string): string => plainOrMarked(name, TAKEN);

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

/** Writes the query string of the explorer, from its `?` on; what a state leaves out stands as when nobody has touched it. `facets`: wanted values by name of the facet. */
export function exploreSearch(state: Partial<ExploreState>, facets: FacetState = {}): string {
  const wanted = Object.entries(facets).map(([name, values]) => [facetParameter(name), values] as const);
  const fields: FacetFields = Object.fromEntries(wanted.map(([name]) => [name, WRITTEN_VALUES]));
  return writeSearch({ ...WRITTEN, ...fields }, { ...state, ...Object.fromEntries(wanted) });
}

export function filterOf(
  choices: Choices,
  { state, facets }: { readonly state: ExploreState; readonly facets: FacetState },
): Filter {
  const { criterion, outcome, parse, right, wrong, length } = state;
  const wanted = choices.facets.map(({ name }) => [name, facets[facetParameter(name)] ?? []]);
  return { facets: Object.fromEntries(wanted), criterion, outcome, parse, right, wrong, length };
}

export interface AskedCases {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly facets: FacetState;
}
