import { useCallback } from 'react';
import type { SortKey } from '../schema/sort-key.ts';
import { useBox } from './use-box.ts';

interface ThenByProps {
  /** What can be sorted by, as id and label. */
  readonly columns: readonly (readonly [id: string, label: string])[];
  readonly sort: readonly SortKey[];
  /** Whether a column's better, or larger, end comes first. */
  readonly descendingFirst: (column: string) => boolean;
  readonly change: (sort: readonly SortKey[]) => void;
}

/** Gives the order with this column as its second key; '' removes every key after the first. */
function withSecond([first, , ...rest]: readonly SortKey[], column: string, descending: boolean): SortKey[] {
  if (first === undefined) return [];
  return column === '' ? [first] : [first, { column, descending }, ...rest.filter((key) => key.column !== column)];
}

/** Chooses the second key of an order without the Shift key: for touch screens, and for those who do not know of it. */
export function ThenBy({ columns, sort, descendingFirst, change }: ThenByProps) {
  const [first, second] = sort;
  const choose = useCallback(
    (column: string) => change(withSecond(sort, column, descendingFirst(column))),
    [sort, descendingFirst, change],
  );
  const list = useBox<HTMLSelectElement>(second?.column ?? '', choose);
  if (first === undefined) return null;
  const free = columns.filter(([id]) => id !== first.column);
  return (
    <>
      <label
        className={second === undefined ? 'btn pick' : 'btn pick on'}
        title="Rows that are equal in the first order. Shift and a click on a heading does the same, for any number of columns."
      >
        <span>Then by</span>
        <select ref={list} defaultValue="" autoComplete="off" onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">–</option>
          {free.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {second === undefined ? null : (
        <button
          type="button"
          className="btn"
          aria-label={`${second.descending ? 'descending' : 'ascending'}, reverse the second order`}
          onClick={() => change(withSecond(sort, second.column, !second.descending))}
        >
          {second.descending ? 'descending' : 'ascending'}
        </button>
      )}
    </>
  );
}
