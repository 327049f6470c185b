/** Boards as the page draws them, from the made-up ones of the release. */
import type { PageBoard, PageColumn, PageRow } from '../../src/board/page-board.ts';
import type { BoardCell } from '../../src/schema/board.ts';
import * as whole from './boards.ts';

export const { cell } = whole;

export function column(id: string, more: Partial<PageColumn> = {}): PageColumn {
  const { key, label, group, metric, unit, direction, decimals, n, slice } = whole.column(id);
  return { key, label, group, metric, unit, direction, decimals, n, slice, ...more };
}

export const judge = (id: string, cells: Record<string, BoardCell>, more: Partial<PageRow> = {}): PageRow => ({
  ...whole.row(id, cells),
  ...more,
});

export function board(
  columns: readonly PageColumn[],
  rows: readonly PageRow[],
  more: Partial<PageBoard> = {},
): PageBoard {
  const { synthetic, about, section, split, ...slim } = whole.board([], []);
  const sort = { column: columns[0]?.key ?? '', direction: 'descending' } as const;
  return { ...slim, sort, columns, rows, references: [], ...more };
}
