import { type CellDelta, deltasTo } from '../board/delta.ts';
import { boardTests } from '../board/difference-tests.ts';
import type { SlimBoard, SlimColumn, SlimRow } from '../board/slim.ts';
import type { BoardCell } from '../schema/board.ts';

/** One column of one table, for all judges chosen. */
export interface CompareLine {
  readonly column: SlimColumn;
  /** The rows are in the order chosen; null stands for a judge without such a row. */
  readonly cells: readonly BoardCell[];
  /** Differences of the second, third and fourth judge to the base; null where a value is missing or in doubt. */
  readonly differences: readonly (CellDelta | null)[];
}

export interface CompareTable {
  readonly board: SlimBoard;
  /** How the rows were run, where a judge has several; it is empty otherwise. */
  readonly variant: string;
  /** The judges' rows, in the order chosen. */
  readonly rows: readonly SlimRow[];
  readonly lines: readonly CompareLine[];
}

/** Finds the judges' rows under one way of running; undefined where a judge has several rows and none is this one. */
function rowsUnder(own: readonly (readonly SlimRow[])[], variant: string): SlimRow[] | undefined {
  const rows = own.flatMap((list) => list.find((row) => row.variant === variant) ?? (list.length === 1 ? list : []));
  return rows.length === own.length ? rows : undefined;
}

/** Gives the columns that all rows have; differences are those that the board itself shows when the first row is its baseline. */
function linesOf(board: SlimBoard, rows: readonly SlimRow[]): CompareLine[] {
  const [base] = rows;
  const columns = board.columns.filter(({ key, unit }) => {
    const cells = rows.flatMap((row) => row.cells[key] ?? []);
    return unit !== 'text' && cells.length === rows.length && cells.some(({ value }) => value !== null);
  });
  if (base === undefined || columns.length === 0) return [];
  const deltas = deltasTo({ columns, rows: board.rows }, base, { state: 'ready', ...boardTests(board) });
  return columns.map((column) => ({
    column,
    cells: rows.flatMap((row) => row.cells[column.key] ?? []),
    differences: rows.slice(1).map((row) => deltas.of(row, column)),
  }));
}

/**
 * Gives every table that holds all the judges, with every column that all have. A judge with several rows (thinking or not, a prompt)
 * gives a table for each way of running; a judge with one row is compared with each of them.
 */
export function compareTables(boards: readonly SlimBoard[], judges: readonly string[]): CompareTable[] {
  return boards.flatMap((board) => {
    const own = judges.map((judge) => board.rows.filter((row) => row.kind === 'judge' && row.judge === judge));
    if (own.some((rows) => rows.length === 0)) return [];
    const several = own.filter((rows) => rows.length > 1);
    const variants =
      several.length === 0 ? [null] : [...new Set(several.flatMap((rows) => rows.map((row) => row.variant)))];
    return variants.flatMap((variant) => {
      const rows = variant === null ? own.flatMap((list) => list.slice(0, 1)) : rowsUnder(own, variant);
      const lines = rows === undefined ? [] : linesOf(board, rows);
      if (rows === undefined || lines.length === 0) return [];
      return { board, variant: variant === null ? '' : variant || 'standard', rows, lines };
    });
  });
}

/** Counts how many differences are significant and for the other, against it, not significant, or untested. */
export interface DifferenceTally {
  readonly ahead: number;
  readonly behind: number;
  readonly open: number;
  readonly untested: number;
}

/**
 * Counts columns for the judge at place `i` of `differences`: those where it is significantly ahead of the base, behind, neither, or
 * untested. Columns without a better end are not counted.
 */
export function tallyAgainst(tables: readonly CompareTable[], i: number): DifferenceTally {
  const found = tables.flatMap((table) =>
    table.lines.filter((line) => line.column.direction !== 'none').flatMap((line) => line.differences[i] ?? []),
  );
  const count = (test: (d: CellDelta) => boolean): number => found.filter(test).length;
  return {
    ahead: count((d) => d.significant === true && d.better > 0),
    behind: count((d) => d.significant === true && d.better < 0),
    open: count((d) => d.significant === false),
    untested: count((d) => d.significant === null),
  };
}
