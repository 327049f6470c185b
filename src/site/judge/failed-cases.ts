import { columnName } from '../../board/column-name.ts';
import { lostCasesHref } from '../../board/loss.ts';
import { contextWords } from '../../schema/row-words.ts';
import { type ProfileTable, standardTables } from './profile.ts';

/** Cases that a judge lost under the column that ranks a board. */
export interface FailedOnBoard {
  readonly table: ProfileTable;
  readonly words: string;
  readonly measure: string;
  readonly href: string;
}

/** Links to the cases that a judge got wrong, one link for each board made from cases. */
export function failedCases(tables: readonly ProfileTable[]): readonly FailedOnBoard[] {
  return standardTables(tables).flatMap((table): FailedOnBoard[] => {
    const { board, row } = table;
    const column = board.columns.find(({ key }) => key === board.sort?.column);
    const cell = column === undefined ? undefined : row.cells[column.key];
    const href = column === undefined || cell?.value == null ? null : lostCasesHref(board, column, row.id);
    if (href === null || column === undefined) return [];
    const words = [board.title, contextWords(row, board).apart].filter((word) => word !== '').join(', ');
    return [{ table, words, measure: columnName(table.board, column), href }];
  });
}
