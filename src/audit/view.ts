import type { BenchmarkData } from '../schema/data.ts';
import { entryOf } from '../schema/entry.ts';
import type { CellRef } from '../schema/finding.ts';
import type { Column, RawCell, Table } from '../schema/published.ts';
import { type Printed, readPrinted } from '../stats/printed.ts';

/** A printed cell with what its column means and what its characters are. */
export interface PrintedCell extends RawCell {
  readonly spec: Column;
  readonly text: Printed;
  /** Unique in the benchmark. */
  readonly key: string;
}

export interface NumberCell extends PrintedCell {
  readonly text: Extract<Printed, { kind: 'number' }>;
}

export interface PrintedRow {
  readonly table: string;
  readonly index: number;
  readonly row: string;
  readonly group: string;
  readonly kind: RawCell['rowKind'];
  readonly judge: string;
  readonly variant: string;
  readonly cells: Readonly<Record<string, PrintedCell>>;
}

export interface TableView {
  readonly id: string;
  readonly table: Table;
  readonly rows: readonly PrintedRow[];
}

export const isNumber = (cell: PrintedCell | undefined): cell is NumberCell => cell?.text.kind === 'number';

/** True for a column whose cells are numbers (or dashes). */
export const isNumeric = (column: Column): boolean => column.unit !== 'text';

/** Rows of one table from its cells, in printed order. */
function rowsOf(table: Table, cells: readonly RawCell[]): PrintedRow[] {
  const rows = new Map<number, { first: RawCell; cells: Record<string, PrintedCell> }>();
  for (const raw of cells) {
    const spec = entryOf(table.columns, raw.column);
    if (spec === undefined) continue;
    const entry = rows.get(raw.rowIndex) ?? { first: raw, cells: {} };
    rows.set(raw.rowIndex, entry);
    entry.cells[raw.column] = {
      ...raw,
      spec,
      text: readPrinted(raw.printed),
      key: `${raw.table}/${raw.rowIndex}/${raw.column}`,
    };
  }
  return [...rows.values()].map(({ first, cells: byColumn }) => ({
    table: first.table,
    index: first.rowIndex,
    row: first.row,
    group: first.group,
    kind: first.rowKind,
    judge: first.judge,
    variant: first.variant,
    cells: byColumn,
  }));
}

/** The tables of a benchmark as rows of cells. */
export function viewTables(data: Pick<BenchmarkData, 'tables' | 'cells'>): TableView[] {
  return Object.entries(data.tables).map(([id, table]) => ({
    id,
    table,
    rows: rowsOf(
      table,
      data.cells.filter((c) => c.table === id),
    ),
  }));
}

/**
 * The rows that a reference by printed name means: those of the judge and variant asked for; where no variant is asked
 * for, the row without one comes first.
 */
export function findRows(view: TableView, ref: Pick<CellRef, 'row' | 'variant' | 'judge'>): readonly PrintedRow[] {
  const named = view.rows.filter((r) => r.row === ref.row && (ref.judge === undefined || r.judge === ref.judge));
  if (ref.variant !== undefined) return named.filter((r) => r.variant === ref.variant);
  const plain = named.filter((r) => r.variant === '');
  return plain.length > 0 ? plain : named;
}
