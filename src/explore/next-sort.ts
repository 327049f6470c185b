import type { SortKey } from '../schema/board.ts';

/** Columns that sort from the largest value down at the first click. */
const MOST_FIRST: ReadonlySet<string> = new Set(['points']);

/** Says whether a column is sorted downwards at first. */
export const descendingFirst = (column: string): boolean => MOST_FIRST.has(column);

/**
 * Gives the order after a click on a column: ascending, descending, none (points lost: descending first). `add` keeps the other columns;
 * one of several that are sorted by always does, since a touch screen has no Shift key.
 */
export function nextSort(sort: readonly SortKey[], column: string, add: boolean): readonly SortKey[] {
  const at = sort.findIndex((key) => key.column === column);
  const old = sort[at];
  const first = descendingFirst(column);
  const next =
    old === undefined
      ? [{ column, descending: first }]
      : old.descending === first
        ? [{ column, descending: !first }]
        : [];
  if (old === undefined) return add ? [...sort, ...next] : next;
  return [...sort.slice(0, at), ...next, ...sort.slice(at + 1)];
}
