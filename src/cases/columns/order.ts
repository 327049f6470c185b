import type { SortKey } from '../../schema/board.ts';
import { CASE_OUTCOMES } from '../choices.ts';
import { byBytes, facetSortKey } from '../list-columns.ts';
import { andBits, emptyBits, minusBits, placesIn } from './bits.ts';
import { sharesRight } from './fared.ts';
import type { CaseDetails } from './read.ts';
import { type ColumnSelection, keptCases } from './select.ts';

/** The column of a list that the file of columns does not hold. */
const PROMPT = 'prompt';

/** Says whether an order needs the details of cases. */
export const needsDetails = (sort: readonly SortKey[]): boolean => sort.some(({ column }) => column === PROMPT);

/** What an order needs beside the columns; null where it does not (`needsDetails`, `sortsByPoints`). */
export interface SortExtras {
  readonly details: CaseDetails | null;
  /** Points that each case cost (`casePoints`). */
  readonly points: ArrayLike<number> | null;
}

/** Says what cases are sorted by, one number a case; NaN where there is none. */
function sortNumbers(
  { columns, fared }: ColumnSelection,
  key: string,
  { details, points }: SortExtras,
): ArrayLike<number> {
  if (key === 'case') return Float64Array.from({ length: columns.cases }, (_, at) => at);
  if (key === 'right') return sharesRight(fared);
  if (key === 'longest' || key === 'judgments') return columns[key].all();
  if (key === PROMPT && details !== null) return details.prompt;
  if (key === 'points' && points !== null) return points;
  const place = columns.facets.findIndex(({ name }) => facetSortKey(name) === key);
  const facet = columns.facets[place];
  if (facet === undefined) throw new Error(`nothing is sorted by "${key}"`);
  const sorted = facet.values.toSorted(byBytes);
  const ranks = facet.values.map((value) => (value === '' ? Number.NaN : sorted.indexOf(value)));
  return Float64Array.from(columns.codes[place] ?? [], (code) => ranks[code] ?? Number.NaN);
}

/** Compares two numbers; missing ones stand last in both directions. */
function compared(a: number, b: number, descending: boolean): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return descending ? b - a : a - b;
}

/** Gives the places of the cases of a selection in the usual order (`USUAL_ORDER`). */
function usualOrder(selected: ColumnSelection): Uint32Array {
  const kept = keptCases(selected);
  const unjudged = selected.fared.outcomes[CASE_OUTCOMES.indexOf('none')] ?? emptyBits(selected.columns.cases);
  return placesIn(minusBits(kept, unjudged), andBits(kept, unjudged));
}

/** Gives the places of the cases of a selection in the order asked for; equal ones keep the usual order. */
export function orderedCases(selected: ColumnSelection, sort: readonly SortKey[], extras: SortExtras): Uint32Array {
  const places = usualOrder(selected);
  const keys = sort.map(({ column, descending }) => ({ numbers: sortNumbers(selected, column, extras), descending }));
  if (keys.length === 0) return places;
  // Equal cases stay as they stand, since sorting is stable.
  return places.sort((one, other) => {
    for (const { numbers, descending } of keys) {
      const order = compared(numbers[one] ?? 0, numbers[other] ?? 0, descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}
