import type { AnswerFilter } from '../cases/answers.ts';
import { type CaseOutcome, type Choices, OUTCOMES, STATUSES } from '../cases/choices.ts';
import type { Filter, LengthRange } from '../cases/filter.ts';
import { sortColumns } from '../cases/rows.ts';
import { type AgainstRun, lossMetrics, NOBODY, type Scope } from '../cases/scope.ts';
import { plainOrMarked } from '../schema/attribute.ts';
import type { SortKey } from '../schema/sort-key.ts';
import { choiceField, type Field, listField, type Reading, textField } from '../ui/field.ts';
import { conflictField, critiqueField, pairField } from './answer-fields.ts';

/** All that a visitor can change about the explorer, apart from the facets. The URL holds it; defaults are left out. */
export interface ExploreState
  extends Scope,
    AnswerFilter,
    Pick<Filter, 'outcome' | 'parse' | 'right' | 'wrong' | 'length'> {
  /** Words that a rationale of the case must hold. */
  readonly words: string;
  /** Empty: the order of the release. */
  readonly sort: readonly SortKey[];
}
/** Wanted values by facet's name. */
export type FacetState = Readonly<Record<string, readonly string[]>>;

export interface ExploreFields {
  readonly fixed: { readonly [K in keyof ExploreState]: Field<ExploreState[K]> };
  /** By name of the parameter. */
  readonly facets: Readonly<Record<string, Field<readonly string[]>>>;
}

const LONGEST_TEXT = 200;
const NAMES = [
  'criterion',
  'metric',
  'run',
  'slice',
  'against',
  'critique',
  'pair',
  'conflict',
  'outcome',
  'parse',
  'right',
  'wrong',
  'length',
  'words',
  'sort',
] as const satisfies readonly (keyof ExploreState)[];
const TAKEN: ReadonlySet<string> = new Set(NAMES);

/** The parameter of a facet: its name, unless the page has another parameter of this name. */
export const facetParameter = (name: string): string => plainOrMarked(name, TAKEN);

/** Values are any text: the comma that separates them is encoded inside them, and so is the stand-in for no value. */
const encode = (value: string): string =>
  value === '' ? '~' : value.replace(/[%,~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Chosen values of a facet. */
export function valuesField(values: readonly string[]): Field<readonly string[]> {
  const known = new Map(values.map((value) => [encode(value), value]));
  const list = listField(known.keys());
  return {
    fallback: [],
    write: (chosen) => chosen.map(encode).join(','),
    read: (raw) => {
      const { value, rejected } = list.read(raw);
      return { value: value?.map((piece) => known.get(piece) ?? '') ?? null, rejected };
    },
  };
}

const LENGTH = /^(\d{0,9})-(\d{0,9})$/;

function lengthField(): Field<LengthRange> {
  const end = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));
  return {
    fallback: { from: null, to: null },
    write: ({ from, to }) => (from === null && to === null ? '' : `${from ?? ''}-${to ?? ''}`),
    read: (raw) => {
      const match = LENGTH.exec(raw);
      const value = { from: end(match?.[1]), to: end(match?.[2]) };
      const none = match === null || (value.from === null && value.to === null);
      return none ? { value: null, rejected: [raw] } : { value, rejected: [] };
    },
  };
}

/** Names of attributes are any text, too: what separates columns, or says that one is sorted downwards, is encoded inside them. */
const encodeColumn = (column: string): string =>
  column.replace(/[%,]|^-/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function sortField(columns: readonly string[]): Field<readonly SortKey[]> {
  const known = new Map(columns.map((column) => [encodeColumn(column), column]));
  return {
    fallback: [],
    write: (keys) => keys.map(({ column, descending }) => `${descending ? '-' : ''}${encodeColumn(column)}`).join(','),
    read: (raw): Reading<readonly SortKey[]> => {
      const value: SortKey[] = [];
      const rejected: string[] = [];
      for (const piece of raw.split(',')) {
        const descending = piece.startsWith('-');
        const column = known.get(descending ? piece.slice(1) : piece);
        if (column !== undefined && value.every((key) => key.column !== column)) value.push({ column, descending });
        else rejected.push(piece);
      }
      return { value: value.length > 0 ? value : null, rejected };
    },
  };
}

function sliceField(): Field<string> {
  const text = textField(LONGEST_TEXT);
  const sound = (raw: string): boolean => raw.split(';').every((pair) => /^[^=]+=[^=]*$/.test(pair));
  return { ...text, read: (raw) => (sound(raw) ? text.read(raw) : { value: null, rejected: [raw] }) };
}

const LEVEL = ',level';

/** `run`: above this run; `run,level`: as much as it. */
function againstField(runs: readonly string[]): Field<AgainstRun> {
  return {
    fallback: NOBODY,
    write: ({ run, side }) => (side === 'level' && run !== '' ? run + LEVEL : run),
    read: (raw) => {
      const level = raw.endsWith(LEVEL);
      const run = level ? raw.slice(0, -LEVEL.length) : raw;
      if (!runs.includes(run)) return { value: null, rejected: [raw] };
      return { value: { run, side: level ? 'level' : 'above' }, rejected: [] };
    },
  };
}

/** The parameters of a benchmark's explorer. */
export function exploreFields(choices: Choices): ExploreFields {
  const runs = choices.runs.map(({ run }) => run);
  return {
    fixed: {
      criterion: choiceField(['', ...choices.criteria.map(({ id }) => id)], ''),
      metric: choiceField(['', ...lossMetrics.map(({ id }) => id)], ''),
      run: choiceField(['', ...runs], ''),
      slice: sliceField(),
      against: againstField(runs),
      critique: critiqueField(runs),
      pair: pairField,
      conflict: conflictField(choices.criteria.map(({ id }) => id)),
      outcome: listField<CaseOutcome>(OUTCOMES),
      parse: listField<string>(STATUSES),
      right: listField(runs),
      wrong: listField(runs),
      length: lengthField(),
      words: textField(LONGEST_TEXT),
      sort: sortField(sortColumns(choices)),
    },
    facets: Object.fromEntries(choices.facets.map(({ name, values }) => [facetParameter(name), valuesField(values)])),
  };
}

/** The state that a query string asks for; what it cannot use leaves the default standing. */
export function readExplore(fields: ExploreFields, search: string): { state: ExploreState; facets: FacetState } {
  const query = new URLSearchParams(search);
  const read = <T>(name: string, field: Field<T>): T => {
    const raw = query.get(name);
    return (raw === null ? null : field.read(raw).value) ?? field.fallback;
  };
  const { fixed } = fields;
  return {
    state: {
      criterion: read('criterion', fixed.criterion),
      metric: read('metric', fixed.metric),
      run: read('run', fixed.run),
      slice: read('slice', fixed.slice),
      against: read('against', fixed.against),
      critique: read('critique', fixed.critique),
      pair: read('pair', fixed.pair),
      conflict: read('conflict', fixed.conflict),
      outcome: read('outcome', fixed.outcome),
      parse: read('parse', fixed.parse),
      right: read('right', fixed.right),
      wrong: read('wrong', fixed.wrong),
      length: read('length', fixed.length),
      words: read('words', fixed.words),
      sort: read('sort', fixed.sort),
    },
    facets: Object.fromEntries(Object.entries(fields.facets).map(([name, field]) => [name, read(name, field)])),
  };
}

/** The query string of a state, from its `?` on; '' for the state before anyone touches it. */
export function writeExplore(
  { fixed, facets: ofFacets }: ExploreFields,
  state: ExploreState,
  facets: FacetState,
): string {
  const query = new URLSearchParams();
  const write = <T>(name: string, field: Field<T>, value: T): void => {
    const text = field.write(value);
    if (text !== field.write(field.fallback)) query.set(name, text);
  };
  for (const name of NAMES) write(name, fixed[name] as Field<unknown>, state[name]);
  for (const [name, field] of Object.entries(ofFacets)) write(name, field, facets[name] ?? []);
  return query.size === 0 ? '' : `?${query}`;
}

/** What the statements need of a state. */
export function filterOf(choices: Choices, state: ExploreState, facets: FacetState, words: boolean): Filter {
  const { criterion, outcome, parse, right, wrong, length } = state;
  const wanted = choices.facets.map(({ name }) => [name, facets[facetParameter(name)] ?? []]);
  return { facets: Object.fromEntries(wanted), criterion, outcome, parse, right, wrong, length, words };
}

const sliceParameter = (slice: Readonly<Record<string, string>>): string =>
  Object.entries(slice)
    .map(([key, value]) => `${key}=${value.replace(/[%;=]/g, encodeURIComponent)}`)
    .join(';');

/** Query string of the explorer for the cases of which a run has more than (or as much as) another under a metric, in a slice. */
export function sideSearch(
  metric: string,
  run: string,
  against: AgainstRun,
  slice: Readonly<Record<string, string>>,
  facets: FacetState = {},
): string {
  const text = sliceParameter(slice);
  const query = new URLSearchParams({ metric, run, ...(text === '' ? {} : { slice: text }) });
  query.set('against', againstField([against.run]).write(against));
  for (const [name, values] of Object.entries(facets)) query.set(facetParameter(name), values.map(encode).join(','));
  return `?${query}`;
}

/** Query string of the explorer for the cases that cost a run points under a metric, in a slice of its rows. */
export function lossSearch(metric: string, run: string, slice: Readonly<Record<string, string>> = {}): string {
  const text = sliceParameter(slice);
  const query = new URLSearchParams({ metric, run, ...(text === '' ? {} : { slice: text }) });
  return `?${query}`;
}
