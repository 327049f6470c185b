import { withLosses } from '../board/loss.ts';
import type { SlimBoard } from '../board/slim.ts';
import type { Board, StoredBoard } from '../schema/board.ts';
import { OWN } from './intake/standing.ts';
import { isOwn } from './standing-words.ts';

/** A board whose own rows are called what their owner calls them, and lead to no page of a judge. */
export const withOwnNames = (board: StoredBoard): StoredBoard => ({
  ...board,
  rows: board.rows.map((row) =>
    isOwn(row)
      ? {
          ...row,
          name: `${row.name} (yours)`,
          row: row.row.startsWith(OWN) ? row.row.slice(OWN.length) : row.row,
          judge: null,
        }
      : row,
  ),
});

/** A board as the page draws it: its values open the cases behind them, under the name `id` of own cases. The address of its differences is a blob. */
export function boardOf(board: StoredBoard, release: string, id: string): SlimBoard {
  const whole =
    board.pairs === undefined
      ? {}
      : { whole: URL.createObjectURL(new Blob([JSON.stringify(board)], { type: 'application/json' })) };
  return { ...withLosses({ ...board, release } as Board), ...whole, benchmark: id };
}
