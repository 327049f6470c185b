import type { SlimBoard } from '../board/slim.ts';
import type { StoredBoard } from '../schema/board.ts';
import { isOwn } from './standing-words.ts';

/** A board as the page draws it: own rows are named as such and lead to no page of a judge. The address of its differences is a blob. */
export function boardOf(board: StoredBoard, release: string): SlimBoard {
  const rows = board.rows.map((row) => (isOwn(row) ? { ...row, name: `${row.name} (yours)`, judge: null } : row));
  const whole =
    board.pairs === undefined
      ? {}
      : { whole: URL.createObjectURL(new Blob([JSON.stringify(board)], { type: 'application/json' })) };
  return { ...board, rows, release, ...whole };
}
