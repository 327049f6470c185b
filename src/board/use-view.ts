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
import { useCallback, useMemo } from 'react';
import type { SortBy, SortKey } from '../schema/board.ts';
import { descends, sortedNumber } from '../schema/metric.ts';
import { toggled } from '../ui/lists.ts';
import { useQuestion } from '../ui/loading.tsx';
import { type Deltas, type DifferenceTests, deltasTo } from './delta.ts';
import type { BoardFrame } from './look.ts';
import type { PageBoard, PageColumn, PageReference, PageRow } from './page-board.ts';
import {
  type BoardRanking,
  columnScales,
  columnStandings,
  placesAmong,
  rankingColumn,
  rowGroups,
} from './standings.ts';
import { type BoardState, type ChangeBoard, NAME_SORT } from './state.ts';

export type ArrangedLine =
  /** `under`: another run of the judge above, which stands there whatever its value. */
  | { readonly kind: 'judge'; readonly row: PageRow; readonly pinned: boolean; readonly under?: true }
  | { readonly kind: 'reference'; readonly reference: PageReference }
  | { readonly kind: 'total'; readonly row: PageRow };

export interface BoardArrangement {
  readonly lines: readonly ArrangedLine[];
  readonly shown: number;
  readonly all: number;
}

export function bodyRows(board: Pick<PageBoard, 'rows'>): PageRow[] {
  return board.rows.filter((row) => row.kind !== 'total');
}

/** Gives what a column sorts by; undefined, which always goes last, where there is nothing. */
export function sortValue(
  row: PageRow,
  column: Pick<PageColumn, 'key' | 'unit' | 'direction'>,
): number | string | undefined {
  const cell = row.cells[column.key];
  if (column.unit === 'text') return cell === undefined || cell.printed === '' ? undefined : cell.printed;
  const value = cell?.apart === undefined ? (cell?.value ?? null) : null;
  return value === null ? undefined : sortedNumber(column.direction, value);
}

/** Says whether a row passes the filters. Words of the search may stand anywhere in its names, that of the run among them. */
export function matchesFilters(row: PageRow, state: Pick<BoardState, 'access' | 'fact' | 'thinking' | 'q'>): boolean {
  if (state.access.length > 0 && (row.access === null || !state.access.includes(row.access))) return false;
  if (!state.fact.every((fact) => row.facts?.includes(fact))) return false;
  if (state.thinking !== 'any' && row.thinking !== (state.thinking === 'yes')) return false;
  const text = [row.name, row.row, row.id, row.organisation, row.group, row.variant].join(' ').toLowerCase();
  return state.q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Places a reference line where a judge of its value would stand, or after all judges where the order does not apply to it. */
function referencePlace(
  reference: PageReference,
  rows: readonly PageRow[],
  { key, column }: { readonly key: SortKey | undefined; readonly column: PageColumn | undefined },
): number {
  const range = key === undefined ? undefined : reference.values[key.column];
  if (key === undefined || range === undefined || column === undefined) return rows.length;
  const middle = sortedNumber(column.direction, (range.lo + range.hi) / 2);
  const at = rows.findIndex((row) => {
    const value = sortValue(row, column);
    return typeof value !== 'number' || (key.descending ? value < middle : value > middle);
  });
  return at === -1 ? rows.length : at;
}

function byJudge({ together }: PageBoard, sorted: readonly PageRow[]): readonly (readonly PageRow[])[] {
  if (together !== true) return sorted.map((row) => [row]);
  return [...Map.groupBy(sorted, (row) => row.judge ?? row.id).values()];
}

/** Pinned judges first, whatever the filters say; then those that pass them, with reference lines among them; then totals. */
export function arrange(board: PageBoard, sorted: readonly PageRow[], state: BoardState): BoardArrangement {
  const pinned = sorted.filter((row) => state.pin.includes(row.id));
  const rest = sorted.filter((row) => !state.pin.includes(row.id) && matchesFilters(row, state));
  const groups = byJudge(board, rest).map((own) =>
    own.map((row, i): ArrangedLine => ({ kind: 'judge', row, pinned: false, ...(i === 0 ? {} : { under: true }) })),
  );
  const leads = byJudge(board, rest).flatMap(([first]) => first ?? []);
  const [key] = state.sort;
  const column = board.columns.find((one) => one.key === key?.column);
  const references = state.lines === 'on' && rest.length > 0 ? board.references : [];
  // Lines are inserted from the last place to the first, so that none shifts a later one.
  const placed = references
    .map((reference) => ({ reference, at: referencePlace(reference, leads, { key, column }) }))
    .toReversed()
    .sort((a, b) => b.at - a.at);
  for (const { reference, at } of placed) groups.splice(at, 0, [{ kind: 'reference', reference }]);
  const totals = board.rows.filter((row) => row.kind === 'total');
  return {
    lines: [
      ...pinned.map((row): ArrangedLine => ({ kind: 'judge', row, pinned: true })),
      ...groups.flat(),
      ...totals.map((row): ArrangedLine => ({ kind: 'total', row })),
    ],
    shown: pinned.length + rest.length,
    all: sorted.length,
  };
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

/** Compares numbers by size and texts as people sort them; missing values never get here (`sortUndefined`). */
const byValue: SortFn<Features, PageRow> = (a, b, column) => {
  const x = a.getValue<number | string>(column);
  const y = b.getValue<number | string>(column);
  return typeof x === 'number' && typeof y === 'number'
    ? x - y
    : String(x).localeCompare(String(y), 'en', { numeric: true });
};

export const descendsFirst = ({ direction, unit }: PageColumn): boolean => descends(direction) && unit !== 'text';

function definitions(board: PageBoard): ColumnDef<Features, PageRow>[] {
  const shared = { sortFn: byValue, sortUndefined: 'last' as const };
  return [
    { id: NAME_SORT, accessorFn: (row) => row.name, ...shared, sortDescFirst: false },
    ...board.columns.map((column) => ({
      id: column.key,
      accessorFn: (row: PageRow) => sortValue(row, column),
      ...shared,
      sortDescFirst: descendsFirst(column),
    })),
  ];
}

interface BoardTableState {
  readonly sorted: readonly PageRow[];
  /** Shown columns in the order shown: those kept at the left first. */
  readonly columns: readonly PageColumn[];
  readonly left: number;
  /** Puts the better end first at the first click, last at the second, and stops sorting at the third. `add` keeps the other keys. */
  readonly toggleSort: (column: string, add: boolean) => void;
}

function useBoardTable(
  board: PageBoard,
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

async function askTests(board: PageBoard): Promise<DifferenceTests> {
  const { boardTests } = await import('./difference-tests.ts');
  const { whole } = board;
  if (whole === undefined) return boardTests(board);
  const { loadPairs } = await import('../client/release-files.ts');
  return boardTests({ pairs: await loadPairs(whole) });
}

/** Says how differences are tested; code and file of the tests are fetched when first `wanted`. */
function useTests(board: PageBoard, wanted: boolean): Deltas['tests'] {
  const ask = useCallback(() => askTests(board), [board]);
  const asked = useQuestion(wanted ? ask : null);
  const { state, retry } = asked;
  const tests = asked.state === 'ready' ? asked.data : null;
  return useMemo(() => {
    if (state === 'failed') return { state, retry };
    return tests === null ? { state: 'loading' } : { state: 'ready', ...tests };
  }, [state, tests, retry]);
}

export interface BoardView {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
  readonly arrangement: BoardArrangement;
  readonly onSort: SortBy;
}

export function useView(
  board: PageBoard,
  state: BoardState,
  {
    change,
    showCard,
    reached,
  }: {
    readonly change: ChangeBoard;
    readonly showCard: BoardFrame['showCard'];
    /** Place among the columns shown of the one that the pointer or the focus is on. */
    readonly reached: number | null;
  },
): BoardView {
  const setSort = useCallback((sort: readonly SortKey[]) => change({ sort }), [change]);
  const { sorted, columns, left, toggleSort } = useBoardTable(board, state, setSort);
  const scales = useMemo(() => columnScales(board), [board]);
  const by = rankingColumn(board, state.sort);
  const ranked = useMemo(
    () => (by === null || board.kind !== 'leaderboard' ? null : columnStandings(board, by)),
    [board, by],
  );
  const tests = useTests(board, state.base !== '');
  const deltas = useMemo(() => {
    const base = board.rows.find((row) => row.id === state.base);
    return base === undefined ? null : deltasTo(board, base, tests);
  }, [board, state.base, tests]);
  const pin = useCallback((row: string) => change((now) => ({ pin: toggled(now.pin, row) })), [change]);
  const heat = state.heat === 'on';
  const over = reached === null ? undefined : columns[reached]?.key;
  const warm = useMemo(() => {
    const keys = [...state.sort.map(({ column }) => column), ...(over === undefined ? [] : [over])];
    return new Set(heat && deltas === null ? keys : []);
  }, [heat, deltas, state.sort, over]);
  const frame = useMemo(
    (): BoardFrame => ({ board, columns, left, scales, deltas, warm, heat, pin, showCard }),
    [board, columns, left, scales, deltas, warm, heat, pin, showCard],
  );
  const arrangement = useMemo(() => arrange(board, sorted, state), [board, sorted, state]);
  const ranking = useMemo((): BoardRanking => {
    const { lines, shown, all } = arrangement;
    const rows = lines.flatMap((line) => (line.kind === 'judge' ? line.row : []));
    const among = ranked === null || shown === all ? null : placesAmong(rows, ranked.column);
    return { standings: ranked, among, groups: rowGroups(board, ranked, state.sort) };
  }, [board, ranked, state.sort, arrangement]);
  return { frame, ranking, arrangement, onSort: toggleSort };
}
