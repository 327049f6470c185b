import { withLosses } from '../board/loss.ts';
import type { SlimBoard } from '../board/slim.ts';
import type { Board, BoardRow, StoredBoard } from '../schema/board.ts';
import { OWN_PREFIX } from './intake/standing.ts';
import { isOwn } from './standing-words.ts';

const plainRow = ({ row }: BoardRow): string => (row.startsWith(OWN_PREFIX) ? row.slice(OWN_PREFIX.length) : row);

/** Gives a board whose own rows have their owner's names, with the run's name where a judge has several, and lead to no page of a judge. */
export function withOwnNames(board: StoredBoard): StoredBoard {
  const own = board.rows.filter(isOwn);
  const nameOf = (row: BoardRow): string => {
    const isAlone = own.every((other) => other === row || other.name !== row.name);
    return `${row.name} (yours)${isAlone ? '' : `, ${plainRow(row)}`}`;
  };
  const rows = board.rows.map((row) =>
    isOwn(row) ? { ...row, name: nameOf(row), row: plainRow(row), judge: null } : row,
  );
  return { ...board, rows };
}

/** Gives a board as the page draws it: its values open the cases behind them, under the name `id` of own cases. */
export const slimOwnBoard = (board: StoredBoard, release: string, id: string): SlimBoard => ({
  ...withLosses({ ...board, release } as Board),
  benchmark: id,
});
