import type { Board } from './board.ts';

/** Says whether the board is made from judgments and not transcribed from a paper. */
export function isComputed({ source }: Pick<Board, 'source'>): boolean {
  return source === 'computed';
}

type Named = Pick<Board, 'source' | 'printedIn' | 'number' | 'title'>;

/** Says how running text names a table of a known benchmark: `table 3` where its paper prints it so, else by its title. */
export function tableName(board: Named): string {
  return isComputed(board) || board.printedIn !== undefined ? board.title : `table ${board.number}`;
}

/** Says how running text names a table: `Multi-Crit, table 3` where a paper prints it, `Shapes, Critiques` where it is computed. */
export function boardName(board: Named & Pick<Board, 'benchmarkName'>): string {
  return `${board.benchmarkName}, ${tableName(board)}`;
}
