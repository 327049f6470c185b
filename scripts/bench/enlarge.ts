import type { PageBoard, PageRow } from '../../src/board/page-board.ts';
import { type BoardJson, boardOfPage, pageBoard } from '../../src/board/page-board.ts';
import type { BoardCell } from '../../src/schema/board.ts';

/** Gives the item at an index that wraps around at the end of the list. */
function cyclic<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}

/** Gives the same cell, its value moved a little so that copies of a row are not ties. */
function moved(cell: BoardCell, decimals: number, step: number): BoardCell {
  if (cell.value === null) return cell;
  const value = Number((cell.value + step).toFixed(decimals));
  return { ...cell, value, printed: value.toFixed(decimals) };
}

/** Gives the board with as many rows and columns as asked for, by repeating its own: what the budget for large tables needs. */
export function enlargeBoard(board: PageBoard, rows: number, columns: number): PageBoard {
  const wide = Array.from({ length: columns }, (_, index) => cyclic(board.columns, index)).flatMap((column, index) =>
    column === undefined ? [] : [{ column: { ...column, key: `${column.key}-${index}` }, from: column.key }],
  );
  const long = Array.from({ length: rows }, (_, index): PageRow[] => {
    const row = cyclic(board.rows, index);
    if (row === undefined) return [];
    const round = Math.floor(index / board.rows.length);
    const cells = wide.flatMap(({ column, from }) => {
      const cell = row.cells[from];
      return cell === undefined ? [] : [[column.key, moved(cell, column.decimals, round * 0.37)] as const];
    });
    return [{ ...row, id: `${row.id}-${index}`, name: `${row.name} ${index}`, cells: Object.fromEntries(cells) }];
  });
  return { ...board, columns: wide.map(({ column }) => column), rows: long.flat(), references: [], sort: null };
}

/** Gives the same for the file that a board island reads. */
export const enlargePacked = (packed: string, rows: number, columns: number): string =>
  JSON.stringify(pageBoard(enlargeBoard(boardOfPage(JSON.parse(packed) as BoardJson), rows, columns)));
