import { literal, literals } from '../sql/quote.ts';
import { CASE_OUTCOMES, type Choices, STATUSES } from './choices.ts';
import { bitOf, codeColumn } from './identifier.ts';
import type { Filter, LengthRange } from './wanted.ts';

export const FOUND_WORDS = 'explore_words';

/** One condition, and which facet it belongs to: a facet's own counts do without it. */
interface Part {
  readonly of: string;
  readonly sql: string;
}

/** Writes the condition on the masks: the run has a right, or a wrong, on the case. */
export function verdictSql(choices: Pick<Choices, 'runs'>, run: string, verdict: 'right' | 'wrong'): string {
  const place = choices.runs.findIndex((known) => known.run === run);
  if (place < 0) throw new Error(`no run "${run}"`);
  const { column, bit } = bitOf(place);
  return `_${verdict === 'right' ? 'won' : 'lost'}_${column} & ${bit} <> 0`;
}

const placesOf = (wanted: readonly string[], all: readonly string[]): number[] =>
  wanted.map((value) => all.indexOf(value)).filter((place) => place >= 0);

/** A value that is not in the facet's list belongs to no case, so it adds nothing: `['x']` of `['a', 'b']` → no case. */
const isOneOf = (column: string, places: readonly number[]): string =>
  places.length === 0 ? 'false' : `${column} IN (${literals(places)})`;

function anyBit(column: string, wanted: readonly string[], all: readonly string[]): string {
  const bits = placesOf(wanted, all).map((place) => BigInt(bitOf(place).bit));
  return `${column} & ${bits.reduce((sum, bit) => sum | bit, 0n)} <> 0`;
}

function lengthParts({ from, to }: LengthRange): Part[] {
  return [
    ...(from === null ? [] : [{ of: 'length', sql: `_longest >= ${literal(from)}` }]),
    ...(to === null ? [] : [{ of: 'length', sql: `_longest <= ${literal(to)}` }]),
  ];
}

function facetParts(choices: Choices, wanted: Filter['facets']): Part[] {
  return Object.entries(wanted).flatMap(([name, values]) => {
    if (values.length === 0) return [];
    const column = codeColumn(choices, name);
    const all = choices.facets.find((facet) => facet.name === name)?.values ?? [];
    return [{ of: `attribute ${name}`, sql: isOneOf(column, placesOf(values, all)) }];
  });
}

/** Writes every condition of a filter; only names and numbers of this benchmark, so there are no values to bind. */
export function filterParts(choices: Choices, filter: Filter): readonly Part[] {
  const { facets, criterion, outcome, parse, right, wrong, length, words } = filter;
  const criteria = choices.criteria.map(({ id }) => id);
  return [
    ...facetParts(choices, facets),
    ...(criterion === '' ? [] : [{ of: 'criterion', sql: anyBit('_criteria', [criterion], criteria) }]),
    ...(outcome.length === 0 ? [] : [{ of: 'outcome', sql: isOneOf('_outcome', placesOf(outcome, CASE_OUTCOMES)) }]),
    ...(parse.length === 0 ? [] : [{ of: 'parse', sql: anyBit('_parse', parse, STATUSES) }]),
    ...right.map((run) => ({ of: `run ${run}`, sql: verdictSql(choices, run, 'right') })),
    ...wrong.map((run) => ({ of: `run ${run}`, sql: verdictSql(choices, run, 'wrong') })),
    ...lengthParts(length),
    ...(words ? [{ of: 'words', sql: `_place IN (SELECT value FROM ${FOUND_WORDS})` }] : []),
  ];
}

/** Writes the conditions as one; `true` where there are none. */
export const allOf = (parts: readonly Part[]): string =>
  parts.length === 0 ? 'true' : parts.map(({ sql }) => `(${sql})`).join(' AND ');

/** Writes what the cases of a selection fulfil. */
export const conditionOf = (choices: Choices, filter: Filter): string => allOf(filterParts(choices, filter));
