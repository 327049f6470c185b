import type { BoardCell, BoardColumn, RankInterval, SortKey } from '../schema/board.ts';
import { better, shareOfBest } from '../schema/metric.ts';
import { hasPlace, type PageBoard, type PageColumn, type PageRow } from './page-board.ts';

/** The ranges of a column's values, taken over all judges, so that filtering changes no colour and no bar. */
export interface ColumnScale {
  /** Values between which heat is mixed; null where the column has no better end or no spread. */
  readonly heat: { readonly worst: number; readonly best: number } | null;
  /** The two ends of the bar; columns of one group and unit share them, so that their bars can be compared. */
  readonly bar: readonly [lo: number, hi: number] | null;
  readonly best: number | null;
  readonly second: number | null;
}
export type ColumnScales = Readonly<Record<string, ColumnScale>>;

const UNSOUND: ReadonlySet<BoardCell['status']> = new Set(['suspect', 'rejected', 'not-applicable', 'not-scored']);

/** Gives the value of a cell if it may be ranked and coloured, which means that it is used, not suspect, and of the same quantity as the others. */
export function soundValue(cell: BoardCell | undefined): number | null {
  return cell === undefined || UNSOUND.has(cell.status) || cell.apart !== undefined ? null : cell.value;
}

function columnScale(cells: readonly BoardCell[], direction: PageColumn['direction']): ColumnScale {
  const values = cells.flatMap((cell) => soundValue(cell) ?? []);
  const ends = cells.flatMap((cell) =>
    soundValue(cell) === null || cell.interval === null ? [] : [cell.interval.lo, cell.interval.hi],
  );
  const sorted = values.toSorted((a, b) => better(direction, b, a));
  const distinct = sorted.filter((value, i) => i === 0 || better(direction, sorted[i - 1] ?? 0, value) > 0);
  const ranked = distinct.length < 2 ? [] : distinct;
  const [best = null, second = null] = ranked;
  return {
    heat: best === null ? null : { worst: sorted.at(-1) ?? best, best },
    bar: ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)],
    best,
    second,
  };
}

export function columnScales(board: Pick<PageBoard, 'columns' | 'rows'>): ColumnScales {
  const judges = board.rows.filter((row) => row.kind === 'judge');
  const own = board.columns.map((column) => {
    const cells = judges.flatMap((row) => row.cells[column.key] ?? []);
    return { column, scale: columnScale(cells, column.direction) };
  });
  const alike = Map.groupBy(own, ({ column: { key, group, unit } }) => (group === '' ? key : `${group}, ${unit}`));
  return Object.fromEntries(
    [...alike.values()].flatMap((group) => {
      const ends = group.flatMap(({ scale }) => scale.bar ?? []);
      const bar = ends.length === 0 ? null : ([Math.min(...ends), Math.max(...ends)] as const);
      return group.map(({ column, scale }) => [column.key, { ...scale, bar: scale.bar && bar }]);
    }),
  );
}

export function heatOf(scale: ColumnScale, direction: PageColumn['direction'], value: number): number | null {
  if (scale.heat === null) return null;
  return Math.min(1, Math.max(0, shareOfBest(direction, value, scale.heat)));
}

/** Says where a number stands on the column's bar, in percent from the left; null without a bar. */
export function barPercent(scale: ColumnScale, x: number): number | null {
  if (scale.bar === null) return null;
  const [lo, hi] = scale.bar;
  return hi === lo ? 50 : Math.min(100, Math.max(0, (100 * (x - lo)) / (hi - lo)));
}

interface ColumnStanding {
  /** The place is 1 + the number of judges with a strictly better value. */
  readonly place: number;
  readonly rank: RankInterval | null;
}

export interface Standings {
  readonly column: PageColumn;
  /** Whether the column's ranks are intervals, which come from tests; else they are only places. */
  readonly tested: boolean;
  /** How many judges have a value and no test. They can stand anywhere, and are counted in the others' ranks. */
  readonly untested: number;
  readonly of: ReadonlyMap<string, ColumnStanding>;
}

export interface BoardRanking {
  readonly standings: Standings | null;
  /** Place by value among the rows that filters leave, by id; null without filters. */
  readonly among: ReadonlyMap<string, number> | null;
  /** Rows fall into these groups, by id: tiers of a ranking, blocks of a comparison. */
  readonly groups: ReadonlyMap<string, number>;
}

/** Gives the column that ranks: the first that the visitor sorts by, if it has a better end; else the table's own. */
export function rankingColumn(board: Pick<PageBoard, 'columns' | 'sort'>, sort: readonly SortKey[]): PageColumn | null {
  const ranks = (key: string | undefined): PageColumn | undefined =>
    board.columns.find((column) => column.key === key && column.direction !== 'none');
  return ranks(sort[0]?.column) ?? ranks(board.sort?.column) ?? null;
}

/** Gives the groups that a stronger rule separates: tiers of the ranking column, or, in printed order, blocks of rows that belong together. */
export function rowGroups(
  board: Pick<PageBoard, 'block' | 'rows'>,
  ranked: Standings | null,
  sort: readonly SortKey[],
): ReadonlyMap<string, number> {
  const { block } = board;
  if (ranked !== null && sort[0]?.column === ranked.column.key) {
    return new Map([...ranked.of].flatMap(([id, { rank }]) => (rank === null ? [] : [[id, rank.tier] as const])));
  }
  return new Map(block === null || sort.length > 0 ? [] : board.rows.map((row, i) => [row.id, Math.floor(i / block)]));
}

/** 1 + judges with a strictly better value, of all that have one. */
function placesOf(entries: readonly { readonly id: string; readonly value: number }[], { direction }: PageColumn) {
  const ahead = (value: number): number => entries.filter((entry) => better(direction, entry.value, value) > 0).length;
  return new Map(entries.map(({ id, value }) => [id, 1 + ahead(value)]));
}

const valuesIn = (rows: readonly PageRow[], { key }: PageColumn) =>
  rows.flatMap((row) => {
    const value = row.kind === 'judge' ? soundValue(row.cells[key]) : null;
    return value === null ? [] : [{ id: row.id, value, rank: row.cells[key]?.rank ?? null }];
  });

export const placesAmong = (rows: readonly PageRow[], column: PageColumn): ReadonlyMap<string, number> =>
  placesOf(valuesIn(rows, column), column);

export function columnStandings(board: Pick<PageBoard, 'rows'>, column: PageColumn): Standings {
  const entries = valuesIn(board.rows, column);
  const places = placesOf(entries, column);
  const valued = board.rows.filter((row) => row.kind === 'judge' && hasPlace(row.cells[column.key]));
  return {
    column,
    untested: valued.filter((row) => (row.cells[column.key]?.rank ?? null) === null).length,
    tested: entries.some((entry) => entry.rank !== null),
    of: new Map(entries.map(({ id, rank }) => [id, { place: places.get(id) ?? 0, rank }])),
  };
}

type MeasuredColumn = Pick<BoardColumn, 'metric' | 'slice'>;

/** Says whether a column is a part of what another one holds, which is the same metric over more: one subset beside the average of all. */
export function isPartOf(part: MeasuredColumn, whole: MeasuredColumn): boolean {
  const wider = Object.entries(whole.slice);
  return (
    part.metric !== null &&
    part.metric === whole.metric &&
    Object.keys(part.slice).length > wider.length &&
    wider.every(([key, value]) => part.slice[key] === value)
  );
}
