import { type ColumnScale, columnScales, soundValue } from '../../board/scale.ts';
import { tablesOf } from '../../board/tables-of.ts';
import type { Board, BoardCell, BoardColumn, BoardRow } from '../../schema/board.ts';

/** A judge's row in a headline, with its cell of the ranking column. */
export interface HeadlineEntry {
  readonly row: BoardRow;
  readonly cell: BoardCell;
  /** Its place: 1 + the number of judges with a strictly better value. */
  readonly place: number;
}

/** What stands for a benchmark where there is room for one number: its main leaderboard and the column that ranks it. */
export interface Headline {
  readonly board: Board;
  readonly column: BoardColumn;
  readonly scale: ColumnScale;
  /** Judges with a sound value, best first. */
  readonly entries: readonly HeadlineEntry[];
  /** Whether the column has rank intervals, or only an order. */
  readonly tested: boolean;
}

/** The headline of a benchmark; null where it has no leaderboard with an order. */
export function headlineOf(boards: readonly Board[], benchmark: string): Headline | null {
  const board = tablesOf(boards, benchmark).find((b) => b.kind === 'leaderboard');
  const column = board?.columns.find(({ key }) => key === board.sort?.column);
  if (board === undefined || column === undefined) return null;
  const sign = column.direction === 'lower' ? 1 : -1;
  const valued = board.rows.flatMap((row) => {
    const cell = row.cells[column.key];
    const value = row.kind === 'judge' ? soundValue(cell) : null;
    return cell === undefined || value === null ? [] : [{ row, cell, value }];
  });
  const entries = valued
    .toSorted((a, b) => sign * (a.value - b.value))
    .map(({ row, cell, value }) => ({
      row,
      cell,
      place: 1 + valued.filter((v) => sign * (v.value - value) < 0).length,
    }));
  const scale = columnScales({ columns: [column], rows: board.rows })[column.key];
  if (scale === undefined) return null;
  return { board, column, scale, entries, tested: entries.some(({ cell }) => cell.rank !== null) };
}
