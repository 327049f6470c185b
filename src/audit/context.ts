import { metricById } from '../metrics/index.ts';
import { unitIn } from '../metrics/metric.ts';
import type { AuditFlag, BenchmarkData, Column, PrintedCell, Recomputed } from '../schema/published.ts';
import { isNumberCell, type NumberCell, type PrintedRow, type TableView } from './view.ts';

export type PrintedUnit = NonNullable<Column['unit']>;

/** What every check of one benchmark sees. */
export interface AuditContext {
  readonly data: BenchmarkData;
  readonly tables: readonly TableView[];
  /** Keys of the cells that earlier checks rejected: later ones do not use them. */
  readonly rejected: ReadonlySet<string>;
  /** Cells that print the same quantity (judge, metric, slice, setting), by cell key; only where there are several. */
  readonly twins: ReadonlyMap<string, readonly NumberCell[]>;
  /** Values worked out from judgments, by cell key; only where the benchmark has runs of the same judge. */
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

/** Makes a flag of a check about a printed cell. */
export function flag(cell: PrintedCell, check: string, verdict: FlagFields): AuditFlag {
  const { benchmark, table, row, rowIndex, judge, variant, column, printed } = cell;
  return { benchmark, table, row, rowIndex, judge, variant, column, check, printed, ...verdict };
}

/** Gives a number that no earlier check rejected. */
export const usableCell = (context: AuditContext, cell: PrintedCell | undefined): cell is NumberCell =>
  isNumberCell(cell) && !context.rejected.has(cell.key);

/** Lists the printed cells of tables, row by row. */
export const auditedCells = (tables: readonly TableView[]): PrintedCell[] =>
  tables.flatMap((t) => t.rows.flatMap((r) => Object.values(r.cells)));

/** Gives the unit of a column's printed values: its own, or that of its metric in this benchmark. */
export function unitOf(data: Pick<BenchmarkData, 'benchmark'>, column: Column): PrintedUnit {
  const metric = metricById(column.metric ?? '');
  return metric === undefined ? (column.unit ?? 'text') : unitIn(data.benchmark, metric, column.unit);
}

/** Lowest and highest value that a unit allows, in printed units. */
const RANGES: Readonly<Record<PrintedUnit, readonly [number, number]>> = {
  percent: [0, 100],
  ratio: [0, 1],
  score: [0, 10],
  variance: [0, Number.POSITIVE_INFINITY],
  count: [0, Number.POSITIVE_INFINITY],
  text: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};
/** Gives the lowest and highest value that a column's unit allows, in printed units. */
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

/** Makes what all checks read. `recomputed`: what the benchmark's runs give for its printed cells, by cell key. */
export function createContext(
  data: BenchmarkData,
  tables: readonly TableView[],
  recomputed: AuditContext['recomputed'],
): AuditContext {
  return { data, tables, recomputed, rejected: new Set(), twins: findTwins(tables) };
}
