import {
  type ColumnDef,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  type SortFn,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { descends } from '../schema/direction.ts';
import type { SortKey } from '../schema/sort-key.ts';
import { bodyRows, sortValue } from './arrange.ts';
import { rankingColumn } from './rank.ts';
import type { SlimBoard, SlimColumn, SlimRow } from './slim.ts';
import { type BoardState, NAME_SORT } from './state.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

/** Compares numbers by size and texts as people sort them; missing values never get here (`sortUndefined`). */
const byValue: SortFn<Features, SlimRow> = (a, b, column) => {
  const x = a.getValue<number | string>(column);
  const y = b.getValue<number | string>(column);
  return typeof x === 'number' && typeof y === 'number'
    ? x - y
    : String(x).localeCompare(String(y), 'en', { numeric: true });
};

/** Says whether the better end, which comes first, is the larger one. */
export const descendsFirst = ({ direction, unit }: SlimColumn): boolean => descends(direction) && unit !== 'text';

function definitions(board: SlimBoard): ColumnDef<Features, SlimRow>[] {
  const shared = { sortFn: byValue, sortUndefined: 'last' as const };
  return [
    { id: NAME_SORT, accessorFn: (row) => row.name, ...shared, sortDescFirst: false },
    ...board.columns.map((column) => ({
      id: column.key,
      accessorFn: (row: SlimRow) => sortValue(row, column),
      ...shared,
      sortDescFirst: descendsFirst(column),
    })),
  ];
}

interface BoardTableState {
  /** All rows but totals are here, sorted. */
  readonly sorted: readonly SlimRow[];
  /** Shown columns in the order shown: those kept at the left first. */
  readonly columns: readonly SlimColumn[];
  readonly left: number;
  /** Puts the better end first at the first click, last at the second, and stops sorting at the third. `add` keeps the other keys. */
  readonly toggleSort: (column: string, add: boolean) => void;
}

/** Gives the rows sorted by TanStack Table, and the columns shown; the state itself is the URL's. */
export function useBoardTable(
  board: SlimBoard,
  state: Pick<BoardState, 'sort' | 'hide' | 'left'>,
  setSort: (sort: readonly SortKey[]) => void,
): BoardTableState {
  const data = useMemo(() => bodyRows(board), [board]);
  const columns = useMemo(() => definitions(board), [board]);
  const sorting = useMemo(
    () => state.sort.map(({ column, descending }) => ({ id: column, desc: descending })),
    [state.sort],
  );
  const table = useTable({
    features,
    data,
    columns,
    getRowId: (row) => row.id,
    state: { sorting },
    onSortingChange: (updater) => {
      const next: SortingState = functionalUpdate(updater, sorting);
      setSort(next.map(({ id, desc }) => ({ column: id, descending: desc })));
    },
  });
  const sortedRows = table.getRowModel().rows;
  const sorted = useMemo(() => sortedRows.map((row) => row.original), [sortedRows]);
  const { hide, left } = state;
  const [kept, others] = useMemo(() => {
    const shown = board.columns.filter(({ key }) => !hide.includes(key));
    const first = left.flatMap((key) => shown.find((column) => column.key === key) ?? []);
    const others = shown.filter((column) => !first.includes(column));
    // The ranking column stands beside the names, whatever its printed place.
    const ranks = board.kind === 'leaderboard' ? rankingColumn(board, []) : null;
    return [first, others.toSorted((a, b) => Number(b === ranks) - Number(a === ranks))];
  }, [board, hide, left]);
  const shown = useMemo(() => [...kept, ...others], [kept, others]);
  return {
    sorted,
    columns: shown,
    left: kept.length,
    toggleSort: (column, add) => table.getColumn(column)?.toggleSorting(undefined, add),
  };
}
