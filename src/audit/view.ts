import type { BenchmarkData, Column, PrintedCell, PrintedNumber, Table } from '../schema/published.ts';

export type NumberCell = PrintedCell & { readonly text: PrintedNumber };

/** A row of a printed table, its cells by their column. */
export interface PrintedRow {
  readonly table: string;
  readonly index: number;
  readonly row: string;
  readonly group: string;
  readonly kind: PrintedCell['rowKind'];
  readonly judge: string;
  readonly variant: string;
  readonly cells: Readonly<Record<string, PrintedCell>>;
}

/** A printed table as rows of cells. */
export interface TableView {
  readonly id: string;
  readonly table: Table;
  readonly rows: readonly PrintedRow[];
}

export const isNumberCell = (cell: PrintedCell | undefined): cell is NumberCell => cell?.text.kind === 'number';

/** Gives true for a column whose cells are numbers (or dashes). */
export const isNumeric = (column: Column): boolean => column.unit !== 'text';

/** Gives the rows of one table from its cells, in printed order. */
function rowsOf(cells: readonly PrintedCell[]): PrintedRow[] {
  return [...Map.groupBy(cells, ({ rowIndex }) => rowIndex).values()].flatMap((row) => {
    const [first] = row;
    if (first === undefined) return [];
    const { table, rowIndex: index, row: name, group, rowKind: kind, judge, variant } = first;
    const byColumn = Object.fromEntries(row.map((cell) => [cell.column, cell]));
    return [{ table, index, row: name, group, kind, judge, variant, cells: byColumn }];
  });
}

/** Gives the tables of a benchmark as rows of cells. */
export function viewTables(data: Pick<BenchmarkData, 'tables' | 'cells'>): TableView[] {
  return Object.entries(data.tables).map(([id, table]) => ({
    id,
    table,
    rows: rowsOf(data.cells.filter((c) => c.table === id)),
  }));
}
