import type { SortKey } from '../schema/sort-key.ts';

/**
 * The order after a click on a column: ascending, descending, none. `add` keeps the other columns; one of several that are sorted by
 * always does, since a touch screen has no Shift key.
 */
export function nextSort(sort: readonly SortKey[], column: string, add: boolean): readonly SortKey[] {
  const at = sort.findIndex((key) => key.column === column);
  const old = sort[at];
  const next =
    old === undefined ? [{ column, descending: false }] : old.descending ? [] : [{ column, descending: true }];
  if (old === undefined) return add ? [...sort, ...next] : next;
  return [...sort.slice(0, at), ...next, ...sort.slice(at + 1)];
}
