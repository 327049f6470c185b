import { CASE_OUTCOMES, type LengthBins, STATUSES } from '../choices.ts';
import { ANY_ANSWERS, type AnswerFilter, type Filter, type Scope } from '../wanted.ts';
import { andBits, type Bits, eachBit, emptyBits, fullBits, minusBits, orBits, setBit } from './bits.ts';
import type { CaseColumns, CriterionColumns, RunVerdicts } from './read.ts';

const ANSWERS = Object.keys(ANY_ANSWERS) as readonly (keyof AnswerFilter)[];

/**
 * Says whether the columns hold what is asked for; everything else is asked of SQL. This is the one rule: rows of a metric, comparisons of two runs
 * and every kind of answer (critiques, pairs of scores, conflicts of people, what was said) are not in the columns.
 */
export const columnsHold = ({ metric }: Scope, answers: AnswerFilter): boolean =>
  metric === '' && ANSWERS.every((kind) => JSON.stringify(answers[kind]) === JSON.stringify(ANY_ANSWERS[kind]));

/** How the runs fared on each case, all in all or under one criterion. */
export interface RunsFared {
  /** Per run the cases that it was right on, and those that it was wrong on. */
  readonly right: readonly Bits[];
  readonly wrong: readonly Bits[];
  /** Per case the number of these runs, and the place in `CASE_OUTCOMES`. */
  readonly nRight: Uint32Array;
  readonly nWrong: Uint32Array;
  readonly outcome: Uint8Array;
}

function tally(cases: number, sets: readonly Bits[]): Uint32Array {
  const counts = new Uint32Array(cases);
  for (const set of sets) {
    eachBit(set, (at) => {
      counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  return counts;
}

const [RIGHT, MIXED, WRONG, NONE] = (['right', 'mixed', 'wrong', 'none'] as const).map((one) =>
  CASE_OUTCOMES.indexOf(one),
);

function outcomeOf(right: number, wrong: number): number {
  if (right + wrong === 0) return NONE ?? 0;
  if (wrong === 0) return RIGHT ?? 0;
  return (right === 0 ? WRONG : MIXED) ?? 0;
}

/** Works out who was right and wrong on each case, from the verdicts of all runs. */
export function faredBy(cases: number, verdicts: readonly RunVerdicts[]): RunsFared {
  const right = verdicts.map(({ won }) => won);
  const wrong = verdicts.map(({ asked, won }) => minusBits(asked, won));
  const [nRight, nWrong] = [tally(cases, right), tally(cases, wrong)];
  const outcome = new Uint8Array(cases);
  for (let at = 0; at < cases; at += 1) outcome[at] = outcomeOf(nRight[at] ?? 0, nWrong[at] ?? 0);
  return { right, wrong, nRight, nWrong, outcome };
}

/** Works out the same under one criterion; under a criterion without answers nobody is right or wrong. */
export function faredUnder({ cases, runs, criteria, verdicts }: CriterionColumns, criterion: string): RunsFared {
  const nobody = runs.map(() => ({ asked: emptyBits(cases), won: emptyBits(cases) }));
  return faredBy(cases, verdicts[criteria.indexOf(criterion)] ?? nobody);
}

export interface ColumnSelection {
  readonly columns: CaseColumns;
  readonly fared: RunsFared;
  /** The cases of the scope: those that its run judged, or all. */
  readonly scope: Bits;
  /** Per part of the filter the cases that fulfil it; a facet's own counts do without its part. */
  readonly parts: ReadonlyMap<string, Bits>;
}

/** Finds the cases whose number is one of those wanted. */
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

/** Finds the cases of each of the first `values` codes, worked out once for all filters and counts. */
function setsByCode(codes: Uint8Array, values: number): readonly Bits[] {
  const known = setsOfCodes.get(codes);
  if (known !== undefined) return known;
  const sets = Array.from({ length: values }, () => emptyBits(codes.length));
  for (let i = 0; i < codes.length; i += 1) {
    const set = sets[codes[i] ?? values];
    if (set !== undefined) setBit(set, i);
  }
  setsOfCodes.set(codes, sets);
  return sets;
}

const NO_CODES = new Uint8Array();

/** Finds the cases of each value of a facet, by its place. */
export const facetSets = ({ facets, codes }: CaseColumns, facet: number): readonly Bits[] =>
  setsByCode(codes[facet] ?? NO_CODES, facets[facet]?.values.length ?? 0);

const binsOfLengths = new WeakMap<CaseColumns, Uint8Array>();

/** Finds the cases of each bin of lengths; bins are few enough for a byte. */
export function lengthSets(columns: CaseColumns, { width, bins }: LengthBins): readonly Bits[] {
  const known = binsOfLengths.get(columns);
  if (known !== undefined) return setsByCode(known, bins);
  const { longest } = columns;
  const codes = new Uint8Array(longest.length);
  for (let at = 0; at < codes.length; at += 1) codes[at] = Math.min(Math.floor((longest[at] ?? 0) / width), bins - 1);
  binsOfLengths.set(columns, codes);
  return setsByCode(codes, bins);
}

/** Finds the cases of each outcome. */
export const outcomeSets = ({ outcome }: RunsFared): readonly Bits[] => setsByCode(outcome, CASE_OUTCOMES.length);

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
export function casesWithFacets(columns: CaseColumns, wanted: Filter['facets']): Bits {
  return Object.entries(wanted).reduce<Bits>(
    (kept, [name, values]) => (values.length === 0 ? kept : andBits(kept, facetPart(columns, name, values))),
    fullBits(columns.cases),
  );
}

const anyOf = (cases: number, sets: readonly (Bits | undefined)[]): Bits =>
  sets.reduce<Bits>((all, set) => (set === undefined ? all : orBits(all, set)), emptyBits(cases));

/** What a selection asks of the columns. The criterion is not among it: `fared` is made for one. */
export interface AskedOfColumns {
  /** Only cases that this run judged; '' for all. */
  readonly run: string;
  readonly filter: Filter;
  /** Places of the cases that a word search found; null where no words are asked for. */
  readonly words: readonly number[] | null;
}

/** Gives the parts of a filter. */
function filterBits(columns: CaseColumns, fared: RunsFared, { filter, words }: AskedOfColumns): Map<string, Bits> {
  const { cases, criteria, runs, longest } = columns;
  const { facets, criterion, outcome, parse, right, wrong, length } = filter;
  const parts = new Map<string, Bits>();
  const add = (of: string, bits: Bits): void => {
    const known = parts.get(of);
    parts.set(of, known === undefined ? bits : andBits(known, bits));
  };
  for (const [name, values] of Object.entries(facets)) {
    if (values.length > 0) add(`attribute ${name}`, facetPart(columns, name, values));
  }
  if (criterion !== '') add('criterion', columns.withCriterion[criteria.indexOf(criterion)] ?? emptyBits(cases));
  if (outcome.length > 0) {
    const sets = outcomeSets(fared);
    add(
      'outcome',
      anyOf(
        cases,
        outcome.map((one) => sets[CASE_OUTCOMES.indexOf(one)]),
      ),
    );
  }
  if (parse.length > 0) {
    const statuses: readonly string[] = STATUSES;
    add(
      'parse',
      anyOf(
        cases,
        parse.map((status) => columns.withStatus[statuses.indexOf(status)]),
      ),
    );
  }
  for (const run of right) add(`run ${run}`, fared.right[placeIn(runs, 'run', run)] ?? emptyBits(cases));
  for (const run of wrong) add(`run ${run}`, fared.wrong[placeIn(runs, 'run', run)] ?? emptyBits(cases));
  const { from, to } = length;
  if (from !== null || to !== null) {
    add(
      'length',
      withNumber(longest, (n) => (from === null || n >= from) && (to === null || n <= to)),
    );
  }
  if (words !== null) {
    const found = emptyBits(cases);
    for (const at of words) if (at < cases) setBit(found, at);
    add('words', found);
  }
  return parts;
}

/** Selects cases by columns: the cases that the run asked for judged (else all), and by each part of the filter those that fulfil it. */
export function selectCases(columns: CaseColumns, fared: RunsFared, asked: AskedOfColumns): ColumnSelection {
  const { run } = asked;
  const { cases, runs } = columns;
  const scope = run === '' ? fullBits(cases) : (columns.judged[runs.indexOf(run)] ?? emptyBits(cases));
  return { columns, fared, scope, parts: filterBits(columns, fared, asked) };
}

/** Finds the cases of a scope that fulfil all parts of the filter, but those left out. */
export function keptCases({ scope, parts }: ColumnSelection, leftOut: string | null = null): Bits {
  let kept = scope;
  for (const [of, bits] of parts) if (of !== leftOut) kept = andBits(kept, bits);
  return kept;
}
