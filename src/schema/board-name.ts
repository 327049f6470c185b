import type { Board } from './board.ts';

/** Whether the board is made from judgments and not transcribed from a paper. */
export function isComputed({ source }: Pick<Board, 'source'>): boolean {
  return source === 'computed';
}

/** How running text names a table: `Multi-Crit, table 3` where a paper prints it, `Shapes, Critiques` where it is computed. */
export function boardName(board: Pick<Board, 'source' | 'benchmarkName' | 'number' | 'title'>): string {
  return `${board.benchmarkName}, ${isComputed(board) ? board.title : `table ${board.number}`}`;
}
