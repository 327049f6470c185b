import type { Board, BoardCell, BoardColumn, BoardRow } from '../../schema/board.ts';
import { tableName } from '../../schema/board-name.ts';
import { meanOf } from '../../stats/correlation.ts';

export type UsableCell = BoardCell & { readonly value: number };

export const sourceOfBoard = (board: Board) => ({ table: board.table, label: tableName(board) });
export const rowsOfJudges = (board: Board): readonly BoardRow[] => board.rows.filter((r) => r.kind === 'judge');
/** Names a column; one that the board prints several times carries its group: `Factuality: Accuracy`. */
export function nameOfColumn({ columns }: Pick<Board, 'columns'>, { label, group }: BoardColumn): string {
  const isRepeated = columns.filter((column) => column.metric !== null && column.label === label).length > 1;
  return isRepeated && group !== '' && group !== label ? `${group}: ${label}` : label;
}

/** Gives a cell if it is fit for drawing: it has a value and is not in doubt. */
export function usableValue(row: BoardRow | undefined, key: string): UsableCell | null {
  const cell = row?.cells[key];
  return cell === undefined || cell.value === null || cell.status === 'suspect' ? null : (cell as UsableCell);
}

/** Lists the rows that have a usable value in every one of the columns. */
export const completeRows = (rows: readonly BoardRow[], columns: readonly BoardColumn[]) =>
  rows.filter((r) => columns.every((c) => usableValue(r, c.key) !== null));
/** Gives the unweighted mean of a row's columns; the row must have a usable value in each (`completeRows`). */
export const meanOver = (row: BoardRow, columns: readonly BoardColumn[]): number =>
  meanOf(columns.map((c) => usableValue(row, c.key)?.value ?? 0));

/** Lists the columns of a board that measure something that is better when higher. */
export const higherIsBetter = ({ columns }: Board): readonly BoardColumn[] =>
  columns.filter(({ metric, direction }) => metric !== null && direction === 'higher');
