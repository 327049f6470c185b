import type { RankInterval } from '../../schema/board.ts';
import type { SortKey } from '../../url-state/board.ts';
import { soundValue } from './scale.ts';
import type { SlimBoard, SlimColumn } from './slim.ts';

/** Where a judge stands in one column. */
export interface Standing {
  /** 1 + judges with a strictly better value. */
  readonly place: number;
  /** Null where the column has no test. */
  readonly rank: RankInterval | null;
}

export interface Standings {
  readonly column: SlimColumn;
  /** True where the column's ranks come from tests: an interval; else only places. */
  readonly tested: boolean;
  readonly of: ReadonlyMap<string, Standing>;
}

/** The column that ranks: the first that the visitor sorts by, if it has a better end; else the table's own. */
export function rankingColumn(board: Pick<SlimBoard, 'columns' | 'sort'>, sort: readonly SortKey[]): SlimColumn | null {
  const ranks = (key: string | undefined): SlimColumn | undefined =>
    board.columns.find((column) => column.key === key && column.direction !== 'none');
  return ranks(sort[0]?.column) ?? ranks(board.sort?.column) ?? null;
}

/** Standing of every judge with a sound value in the column, by row id. */
export function standings(board: Pick<SlimBoard, 'rows'>, column: SlimColumn): Standings {
  const entries = board.rows.flatMap((row) => {
    const cell = row.cells[column.key];
    const value = row.kind === 'judge' ? soundValue(cell) : null;
    return value === null ? [] : [{ id: row.id, value, rank: cell?.rank ?? null }];
  });
  const sign = column.direction === 'lower' ? 1 : -1;
  const place = (value: number): number => 1 + entries.filter((entry) => sign * (entry.value - value) < 0).length;
  return {
    column,
    tested: entries.some((entry) => entry.rank !== null),
    of: new Map(entries.map(({ id, value, rank }) => [id, { place: place(value), rank }])),
  };
}
