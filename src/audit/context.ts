import { metricById } from '../metrics/index.ts';
import { unitIn } from '../metrics/metric.ts';
import type {
  AuditFlag,
  BenchmarkData,
  Column,
  PrintedCell,
  PrintedNumber,
  Recomputed,
  Table,
} from '../schema/published.ts';

export type NumberCell = PrintedCell & { readonly text: PrintedNumber };

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

export interface TableView {
  readonly id: string;
  readonly table: Table;
  readonly rows: readonly PrintedRow[];
}

export const isNumberCell = (cell: PrintedCell | undefined): cell is NumberCell => cell?.text.kind === 'number';

export const isNumeric = (column: Column): boolean => column.unit !== 'text';

function rowsOf(cells: readonly PrintedCell[]): PrintedRow[] {
  return [...Map.groupBy(cells, ({ rowIndex }) => rowIndex).values()].flatMap((row) => {
    const [first] = row;
    if (first === undefined) return [];
    const { table, rowIndex: index, row: name, group, rowKind: kind, judge, variant } = first;
    const byColumn = Object.fromEntries(row.map((cell) => [cell.column, cell]));
    return [{ table, index, row: name, group, kind, judge, variant, cells: byColumn }];
  });
}

export function viewTables(data: Pick<BenchmarkData, 'tables' | 'cells'>): TableView[] {
  return Object.entries(data.tables).map(([id, table]) => ({
    id,
    table,
    rows: rowsOf(data.cells.filter((c) => c.table === id)),
  }));
}

export type PrintedUnit = NonNullable<Column['unit']>;

export interface AuditContext {
  readonly data: BenchmarkData;
  readonly tables: readonly TableView[];
  /** Keys of the cells that earlier checks rejected: later ones do not use them. */
  readonly rejected: ReadonlySet<string>;
  /** Cells that print the same quantity (judge, metric, slice, setting), by cell key; only where there are several. */
  readonly twins: ReadonlyMap<string, readonly NumberCell[]>;
  /** Values computed from judgments, by cell key; only where the benchmark has runs of the same judge. */
  readonly recomputed: ReadonlyMap<string, Recomputed>;
}

/** A consistency check over one benchmark's tables. Checks run in a fixed order; a rejected cell is left alone by later ones. */
export interface Check {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly run: (context: AuditContext) => { readonly examined: number; readonly flags: readonly AuditFlag[] };
}

type FlagFields = Pick<AuditFlag, 'expected' | 'status' | 'reason' | 'n'>;

export function flag(cell: PrintedCell, check: string, verdict: FlagFields): AuditFlag {
  const { benchmark, table, row, rowIndex, judge, variant, column, printed } = cell;
  return { benchmark, table, row, rowIndex, judge, variant, column, check, printed, ...verdict };
}

export const usableCell = (context: AuditContext, cell: PrintedCell | undefined): cell is NumberCell =>
  isNumberCell(cell) && !context.rejected.has(cell.key);

export const auditedCells = (tables: readonly TableView[]): PrintedCell[] =>
  tables.flatMap((t) => t.rows.flatMap((r) => Object.values(r.cells)));

/** Gives the unit of a column's printed values: its own, or that of its metric in this benchmark. */
export function unitOf(data: Pick<BenchmarkData, 'benchmark'>, column: Column): PrintedUnit {
  const metric = metricById(column.metric ?? '');
  return metric === undefined ? (column.unit ?? 'text') : unitIn(data.benchmark, metric, column.unit);
}

const RANGES: Readonly<Record<PrintedUnit, readonly [number, number]>> = {
  percent: [0, 100],
  ratio: [0, 1],
  score: [0, 10],
  variance: [0, Number.POSITIVE_INFINITY],
  count: [0, Number.POSITIVE_INFINITY],
  text: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};
export const rangeOf = (data: BenchmarkData, column: Column): readonly [number, number] => RANGES[unitOf(data, column)];

/** Gives `table 2`, `tables 2 and 14`, `tables 2, 14 and 16`: where cells stand, for a reader. */
export function nameTables(cells: readonly PrintedCell[]): string {
  const numbers = [...new Set(cells.map((c) => c.table.replace(/^\w+-/, '')))];
  const last = numbers.pop() ?? '';
  return numbers.length === 0 ? `table ${last}` : `tables ${numbers.join(', ')} and ${last}`;
}

/** Gives the setting a row was run in; the judge's usual one is ''. */
function settingOf(view: TableView, row: PrintedRow, column: Column): string {
  if (column.any_variant === true) return '';
  const usual =
    view.table.standard_variants.includes(row.variant) &&
    !view.rows.some((r) => r.judge === row.judge && r.variant === '');
  return usual ? '' : row.variant;
}

/** Names what a judge's cell measures, the same in every table that prints it; null where it is no metric of a judge. */
export function quantityOf(view: TableView, row: PrintedRow, column: Column): string | null {
  if (row.kind !== 'judge' || column.metric === undefined) return null;
  const setting = column.setting ?? settingOf(view, row, column);
  const facets = Object.entries(column.slice).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([row.judge, column.metric, facets, setting]);
}

function findTwins(tables: readonly TableView[]): Map<string, readonly NumberCell[]> {
  const groups = new Map<string, NumberCell[]>();
  for (const view of tables) {
    for (const row of view.rows) {
      for (const cell of Object.values(row.cells)) {
        const quantity = quantityOf(view, row, cell.spec);
        if (quantity === null || !isNumberCell(cell)) continue;
        groups.set(quantity, [...(groups.get(quantity) ?? []), cell]);
      }
    }
  }
  const shared = [...groups.values()].filter((cells) => cells.length > 1);
  return new Map(shared.flatMap((cells) => cells.map((c) => [c.key, cells] as const)));
}

export function createContext(
  data: BenchmarkData,
  tables: readonly TableView[],
  recomputed: AuditContext['recomputed'],
): AuditContext {
  return { data, tables, recomputed, rejected: new Set(), twins: findTwins(tables) };
}
