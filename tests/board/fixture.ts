/** Boards as the page draws them, from the made-up ones of the release. */
import type { SlimBoard, SlimColumn, SlimRow } from '../../src/board/slim.ts';
import type { BoardCell } from '../../src/schema/board.ts';
import * as whole from './boards.ts';

export const { cell } = whole;

export function column(id: string, more: Partial<SlimColumn> = {}): SlimColumn {
  const { key, label, group, metric, unit, direction, decimals, n, slice } = whole.column(id);
  return { key, label, group, metric, unit, direction, decimals, n, slice, ...more };
}

export const judge = (id: string, cells: Record<string, BoardCell>, more: Partial<SlimRow> = {}): SlimRow => ({
  ...whole.row(id, cells),
  ...more,
});

export function board(
  columns: readonly SlimColumn[],
  rows: readonly SlimRow[],
  more: Partial<SlimBoard> = {},
): SlimBoard {
  const { synthetic, about, section, split, ...slim } = whole.board([], []);
  const sort = { column: columns[0]?.key ?? '', direction: 'descending' } as const;
  return { ...slim, sort, columns, rows, references: [], ...more };
}
