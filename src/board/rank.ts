import type { RankInterval } from '../schema/board.ts';
import { better } from '../schema/direction.ts';
import type { SortKey } from '../schema/sort-key.ts';
import { hasPlace, soundValue } from './scale.ts';
import type { SlimBoard, SlimColumn, SlimRow } from './slim.ts';

interface ColumnStanding {
  /** The place is 1 + the number of judges with a strictly better value. */
  readonly place: number;
  /** Null where the column has no test. */
  readonly rank: RankInterval | null;
}

export interface Standings {
  readonly column: SlimColumn;
  /** Whether the column's ranks are intervals, which come from tests; else they are only places. */
  readonly tested: boolean;
  /** How many judges have a value and no test. They can stand anywhere, and are counted in the others' ranks. */
  readonly untested: number;
  readonly of: ReadonlyMap<string, ColumnStanding>;
}

/** The rows' ranks in the order shown. */
export interface BoardRanking {
  /** Null where rows are not ranked. */
  readonly standings: Standings | null;
  /** Place by value among the rows that filters leave, by id; null without filters. */
  readonly among: ReadonlyMap<string, number> | null;
  /** Rows fall into these groups, by id: tiers of a ranking, blocks of a comparison. */
  readonly groups: ReadonlyMap<string, number>;
}

/** Gives the column that ranks: the first that the visitor sorts by, if it has a better end; else the table's own. */
export function rankingColumn(board: Pick<SlimBoard, 'columns' | 'sort'>, sort: readonly SortKey[]): SlimColumn | null {
  const ranks = (key: string | undefined): SlimColumn | undefined =>
    board.columns.find((column) => column.key === key && column.direction !== 'none');
  return ranks(sort[0]?.column) ?? ranks(board.sort?.column) ?? null;
}

/** Gives the groups that a stronger rule separates: tiers of the ranking column, or, in printed order, blocks of rows that belong together. */
export function rowGroups(
  board: Pick<SlimBoard, 'block' | 'rows'>,
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
function placesOf(entries: readonly { readonly id: string; readonly value: number }[], { direction }: SlimColumn) {
  const ahead = (value: number): number => entries.filter((entry) => better(direction, entry.value, value) > 0).length;
  return new Map(entries.map(({ id, value }) => [id, 1 + ahead(value)]));
}

const valuesIn = (rows: readonly SlimRow[], { key }: SlimColumn) =>
  rows.flatMap((row) => {
    const value = row.kind === 'judge' ? soundValue(row.cells[key]) : null;
    return value === null ? [] : [{ id: row.id, value, rank: row.cells[key]?.rank ?? null }];
  });

/** Gives the place of each of these rows among them alone. */
export const placesAmong = (rows: readonly SlimRow[], column: SlimColumn): ReadonlyMap<string, number> =>
  placesOf(valuesIn(rows, column), column);

/** Gives the standing of every judge with a sound value in the column, by row id. */
export function columnStandings(board: Pick<SlimBoard, 'rows'>, column: SlimColumn): Standings {
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
