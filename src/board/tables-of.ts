import type { Board } from '../schema/board.ts';
import { isComputed } from '../schema/board-name.ts';

type TableHead = Pick<Board, 'benchmark' | 'number' | 'source' | 'printedIn'>;

/** Tables of the paper, then boards of runs, then what is printed elsewhere. */
const kindOf = (board: TableHead): number => (isComputed(board) ? 1 : board.printedIn === undefined ? 0 : 2);

/**
 * Lists a benchmark's tables: those of its paper in its order, boards of its runs, boards printed elsewhere. The first leaderboard is the
 * main one.
 */
export function tablesOf<B extends TableHead>(boards: readonly B[], benchmark: string): B[] {
  return boards
    .filter((board) => board.benchmark === benchmark)
    .sort((a, b) => kindOf(a) - kindOf(b) || a.number - b.number);
}
