import type { SortKey } from '../../schema/board.ts';
import { parseSlice } from '../../schema/slice.ts';
import { CASE_OUTCOMES, type Choices, type LengthBins, STATUSES, sortsByPoints } from '../choices.ts';
import { ANY_ANSWERS, type AnswerFilter, type Filter, type Scope } from '../wanted.ts';
import { andBits, anyOf, type Bits, emptyBits, fullBits, minusBits, orBits, setBit } from './bits.ts';
import type { CaseColumns, CriterionColumns, RunVerdicts } from './layout.ts';

/** Results by run on each case, all in all or under one criterion. */
export interface RunResults {
  readonly cases: number;
  /** Per run the cases that it was right or wrong on, and among them those that it was right on. */
  readonly verdicts: readonly RunVerdicts[];
  /** The cases of each outcome, in the order of `CASE_OUTCOMES`. */
  readonly outcomes: readonly Bits[];
}

export const wrongOn = ({ asked, won }: RunVerdicts): Bits => minusBits(asked, won);

/** Results from the verdicts of all runs. Loops are plain, because they run over every word of every run. */
export function resultsOf(cases: number, verdicts: readonly RunVerdicts[]): RunResults {
  const right = emptyBits(cases);
  const wrong = emptyBits(cases);
  for (const { asked, won } of verdicts) {
    for (let i = 0; i < right.length; i += 1) {
      const own = won[i] ?? 0;
      right[i] = (right[i] ?? 0) | own;
      wrong[i] = (wrong[i] ?? 0) | ((asked[i] ?? 0) & ~own);
    }
  }
  const sets = {
    right: minusBits(right, wrong),
    mixed: andBits(right, wrong),
    wrong: minusBits(wrong, right),
    none: minusBits(fullBits(cases), orBits(right, wrong)),
  };
  return { cases, verdicts, outcomes: CASE_OUTCOMES.map((outcome) => sets[outcome]) };
}

/** The same under one criterion; a criterion that nobody was judged by leaves nobody right or wrong. */
export function resultsUnder({ cases, runs, criteria, verdicts }: CriterionColumns, criterion: string): RunResults {
  const nobody = runs.map(() => ({ asked: emptyBits(cases), won: emptyBits(cases) }));
  return resultsOf(cases, verdicts[criteria.indexOf(criterion)] ?? nobody);
}

/** Cases that cost points under a metric, said as cases on which runs are wrong. */
interface LostWhereWrong {
  /** Wrong under this criterion; '' for all in all. */
  readonly criterion: string;
  readonly facets: Filter['facets'];
}

/** Says a list of lost points as one of wrong cases; null where the build does not know it to be the same: then SQL finds the cases. */
export function lostWhereWrong(
  losses: Choices['losses'],
  { metric, slice, against }: Pick<Scope, 'metric' | 'slice' | 'against'>,
): LostWhereWrong | null {
  const wrong = losses.find(({ id }) => id === metric)?.wrong;
  if (wrong === undefined || against.run !== '') return null;
  const { criterion, ...facets } = Object.fromEntries(parseSlice(slice));
  const isKnown = criterion === undefined ? wrong.inAll : criterion !== '' && wrong.byCriterion;
  if (!isKnown || Object.keys(facets).some((name) => !wrong.sliced.includes(name))) return null;
  return {
    criterion: criterion ?? '',
    facets: Object.fromEntries(Object.entries(facets).map(([name, value]) => [name, [value]])),
  };
}

const ANSWERS = Object.keys(ANY_ANSWERS) as readonly (keyof AnswerFilter)[];

type ListScope = Scope & { readonly sort?: readonly SortKey[] };

/** What columns do not hold only SQL can say: points under a metric (unless `losses` says where they are lost), comparisons of two runs, every kind of answer. */
export const columnsHold = (scope: ListScope, answers: AnswerFilter, losses: Choices['losses'] = []): boolean =>
  (scope.metric === '' || (lostWhereWrong(losses, scope) !== null && !sortsByPoints(scope.sort ?? []))) &&
  ANSWERS.every((kind) => JSON.stringify(answers[kind]) === JSON.stringify(ANY_ANSWERS[kind]));

export interface ColumnSelection {
  readonly columns: CaseColumns;
  readonly results: RunResults;
  readonly scope: Bits;
  /** Per part of the filter the cases that fulfil it; a facet's own counts do without its part. */
  readonly parts: ReadonlyMap<string, Bits>;
}

function withNumber(numbers: ArrayLike<number>, wanted: (number: number) => boolean): Bits {
  const bits = emptyBits(numbers.length);
  for (let i = 0; i < numbers.length; i += 1) if (wanted(numbers[i] ?? 0)) setBit(bits, i);
  return bits;
}

/** Throws for a name that the benchmark does not have: names come from the URL. */
function placeIn(list: readonly string[], what: string, name: string): number {
  const place = list.indexOf(name);
  if (place < 0) throw new Error(`no ${what} "${name}"`);
  return place;
}

const setsOfCodes = new WeakMap<Uint8Array, readonly Bits[]>();

/** Computed once for all filters and counts. The loop is plain: it runs over every case before the first answer. */
function setsByCode(codes: Uint8Array, values: number): readonly Bits[] {
  const known = setsOfCodes.get(codes);
  if (known !== undefined) return known;
  const words = emptyBits(codes.length).length;
  const bits = new Uint32Array(values * words);
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? values;
    if (code >= values) continue;
    const at = code * words + (i >>> 5);
    bits[at] = (bits[at] ?? 0) | (1 << (i & 31));
  }
  const sets = Array.from({ length: values }, (_, code) => bits.subarray(code * words, (code + 1) * words));
  setsOfCodes.set(codes, sets);
  return sets;
}

const NO_CODES = new Uint8Array();

export const facetSets = ({ facets, codes }: CaseColumns, facet: number): readonly Bits[] =>
  setsByCode(codes[facet] ?? NO_CODES, facets[facet]?.values.length ?? 0);

/** Says whether some of the cases have a value of a facet other than ''. It looks no further than the first. */
export function someHaveValue(
  { facets, codes }: Pick<CaseColumns, 'facets' | 'codes'>,
  facet: number,
  cases: Bits,
): boolean {
  const without = facets[facet]?.values.indexOf('') ?? -1;
  const own = codes[facet] ?? NO_CODES;
  for (let i = 0; i < cases.length; i += 1) {
    for (let word = cases[i] ?? 0; word !== 0; word &= word - 1)
      if (own[32 * i + 31 - Math.clz32(word & -word)] !== without) return true;
  }
  return false;
}

const binsOfLengths = new WeakMap<CaseColumns, Uint8Array>();

export function lengthSets(columns: CaseColumns, { width, bins }: LengthBins): readonly Bits[] {
  const known = binsOfLengths.get(columns);
  if (known !== undefined) return setsByCode(known, bins);
  const longest = columns.longest.all();
  const codes = new Uint8Array(longest.length);
  for (let at = 0; at < codes.length; at += 1) codes[at] = Math.min(Math.floor((longest[at] ?? 0) / width), bins - 1);
  binsOfLengths.set(columns, codes);
  return setsByCode(codes, bins);
}

function facetPart(columns: CaseColumns, name: string, values: readonly string[]): Bits {
  const { cases, facets } = columns;
  const place = placeIn(
    facets.map((facet) => facet.name),
    'facet',
    name,
  );
  const sets = facetSets(columns, place);
  return anyOf(
    cases,
    values.map((value) => sets[facets[place]?.values.indexOf(value) ?? -1]),
  );
}

/** Finds the cases that have one of the wanted values of each facet; a facet of which nothing is wanted asks for nothing. */
function casesWithFacets(columns: CaseColumns, wanted: Filter['facets']): Bits {
  return Object.entries(wanted).reduce<Bits>(
    (kept, [name, values]) => (values.length === 0 ? kept : andBits(kept, facetPart(columns, name, values))),
    fullBits(columns.cases),
  );
}

export function casesAt(cases: number, places: Iterable<number>): Bits {
  const bits = emptyBits(cases);
  for (const at of places) if (at < cases) setBit(bits, at);
  return bits;
}

/** The cases that a run judged; '' for all cases. */
export const judgedCases = ({ cases, runs, judged }: CaseColumns, run: string): Bits =>
  run === '' ? fullBits(cases) : (judged[runs.indexOf(run)] ?? emptyBits(cases));

/** The cases with some facets that a run is wrong on, or any run for ''. */
export function wrongCases(
  columns: CaseColumns,
  verdicts: readonly RunVerdicts[],
  { run, facets }: { readonly run: string; readonly facets: Filter['facets'] },
): Bits {
  const place = run === '' ? null : placeIn(columns.runs, 'run', run);
  const wrong = verdicts.filter((_, i) => place === null || i === place).map(wrongOn);
  return andBits(casesWithFacets(columns, facets), anyOf(columns.cases, wrong));
}

function filterBits(columns: CaseColumns, results: RunResults, filter: Filter): Map<string, Bits> {
  const { cases, criteria, runs, longest } = columns;
  const { facets, criterion, outcome, parse, right, wrong, length } = filter;
  const parts = new Map<string, Bits>();
  const add = (of: string, bits: Bits): void => {
    const known = parts.get(of);
    parts.set(of, known === undefined ? bits : andBits(known, bits));
  };
  const addAny = (of: string, sets: readonly (Bits | undefined)[]): void => {
    if (sets.length > 0) add(of, anyOf(cases, sets));
  };
  for (const [name, values] of Object.entries(facets)) {
    if (values.length > 0) add(`attribute ${name}`, facetPart(columns, name, values));
  }
  if (criterion !== '') addAny('criterion', [columns.withCriterion[criteria.indexOf(criterion)]]);
  const statuses: readonly string[] = STATUSES;
  addAny(
    'outcome',
    outcome.map((one) => results.outcomes[CASE_OUTCOMES.indexOf(one)]),
  );
  addAny(
    'parse',
    parse.map((status) => columns.withStatus[statuses.indexOf(status)]),
  );
  const nowhere = { asked: emptyBits(cases), won: emptyBits(cases) };
  const verdictsOf = (run: string): RunVerdicts => results.verdicts[placeIn(runs, 'run', run)] ?? nowhere;
  for (const run of right) add(`run ${run}`, verdictsOf(run).won);
  for (const run of wrong) add(`run ${run}`, wrongOn(verdictsOf(run)));
  const { from, to } = length;
  if (from !== null || to !== null) {
    add(
      'length',
      withNumber(longest.all(), (n) => (from === null || n >= from) && (to === null || n <= to)),
    );
  }
  return parts;
}

/** Selects the cases of a scope that fulfil a filter, of which no part may be about other runs or facets than the benchmark has. */
export const selectCases = (
  columns: CaseColumns,
  results: RunResults,
  { scope, filter }: { readonly scope: Bits; readonly filter: Filter },
): ColumnSelection => ({ columns, results, scope, parts: filterBits(columns, results, filter) });

export function keptCases({ scope, parts }: ColumnSelection, leftOut: string | null = null): Bits {
  let kept = scope;
  for (const [of, bits] of parts) if (of !== leftOut) kept = andBits(kept, bits);
  return kept;
}
