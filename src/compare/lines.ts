import { soundValue } from '../board/scale.ts';
import type { SlimBoard, SlimColumn, SlimRow } from '../board/slim.ts';
import type { BoardCell } from '../schema/board.ts';
import { better } from '../schema/direction.ts';
import { SIGNIFICANT, unpairedTest } from '../stats/ranks.ts';
import { fixed } from '../ui/number-words.ts';

/** One judge's value less that of the base, which is the first judge, in the printed unit. */
export interface PrintedDifference {
  readonly value: number;
  readonly interval: readonly [lo: number, hi: number] | null;
  /** Whether this difference, taken alone, is significant at 5 %; null without a test. */
  readonly significant: boolean | null;
  /** 1 better than the base, −1 worse, 0 without a better end, or where the column's digits show no difference and no test finds one. */
  readonly better: -1 | 0 | 1;
}

/** One column of one table, for all judges chosen. */
export interface CompareLine {
  readonly column: SlimColumn;
  /** The rows are in the order chosen; null stands for a judge without such a row. */
  readonly cells: readonly BoardCell[];
  /** Differences of the second, third and fourth judge to the base; null where a value is missing or in doubt. */
  readonly differences: readonly (PrintedDifference | null)[];
}

export interface CompareTable {
  readonly board: SlimBoard;
  /** How the rows were run, where a judge has several; it is empty otherwise. */
  readonly variant: string;
  /** The judges' rows, in the order chosen. */
  readonly rows: readonly SlimRow[];
  readonly lines: readonly CompareLine[];
}

/** Says whether a column's digits show no difference. */
export const printsZero = (
  { value }: Pick<PrintedDifference, 'value'>,
  { decimals }: Pick<SlimColumn, 'decimals'>,
): boolean => Number(fixed(value, decimals)) === 0;

function differenceOf(column: SlimColumn, cell: BoardCell, base: BoardCell): PrintedDifference | null {
  const [a, b] = [soundValue(cell), soundValue(base)];
  if (a === null || b === null) return null;
  const { value, interval, p } = unpairedTest({ value: a, se: cell.se }, { value: b, se: base.se });
  const significant = p === null ? null : p < SIGNIFICANT;
  const isEqual = significant !== true && printsZero({ value }, column);
  return {
    value,
    interval,
    significant,
    better: isEqual ? 0 : (Math.sign(better(column.direction, a, b)) as PrintedDifference['better']),
  };
}

/** Finds the judges' rows under one way of running; undefined where a judge has several rows and none is this one. */
function rowsUnder(own: readonly (readonly SlimRow[])[], variant: string): SlimRow[] | undefined {
  const rows = own.flatMap((list) => list.find((row) => row.variant === variant) ?? (list.length === 1 ? list : []));
  return rows.length === own.length ? rows : undefined;
}

function lineOf(column: SlimColumn, rows: readonly SlimRow[]): CompareLine[] {
  const cells = rows.flatMap((row) => row.cells[column.key] ?? []);
  const [base] = cells;
  if (base === undefined || cells.length < rows.length || column.unit === 'text') return [];
  if (cells.every((cell) => cell.value === null)) return [];
  return [{ column, cells, differences: cells.slice(1).map((cell) => differenceOf(column, cell, base)) }];
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
      const lines = board.columns.flatMap((column) => (rows === undefined ? [] : lineOf(column, rows)));
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
  const count = (test: (d: PrintedDifference) => boolean): number => found.filter(test).length;
  return {
    ahead: count((d) => d.significant === true && d.better > 0),
    behind: count((d) => d.significant === true && d.better < 0),
    open: count((d) => d.significant === false),
    untested: count((d) => d.significant === null),
  };
}
