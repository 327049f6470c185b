import { metricById } from '../metrics/index.ts';
import { scaleOf } from '../metrics/metric.ts';
import type { Board, BoardCell, BoardColumn } from '../schema/board.ts';
import type { AuditFlag, Recomputed } from '../schema/published.ts';
import { EPSILON, halfDigit } from '../stats/published.ts';
import {
  type AuditContext,
  auditedCells,
  type Check,
  flag,
  isNumberCell,
  type NumberCell,
  type PrintedRow,
  type TableView,
  unitOf,
} from './context.ts';

/** Values computed from the judgments of a benchmark's runs, board by board. */
export type RunBoard = Pick<Board, 'benchmark' | 'table' | 'source' | 'columns' | 'rows' | 'references'>;

const RECOMPUTED = 'recomputed';

/** Gives a slice as text: its keys in one order. */
const sliceKey = (slice: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(slice).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Gives the value of a printed row on a board of runs: of the run of this judge and variant, or of the line that stands for it. */
function valueAt(
  board: RunBoard,
  column: BoardColumn,
  row: PrintedRow,
): Pick<BoardCell, 'value' | 'n' | 'interval' | 'se'> | null {
  const found = board.rows.find(({ judge, variant }) => judge === row.judge && variant === row.variant);
  if (found !== undefined) return found.cells[column.key] ?? null;
  const line = board.references.find((reference) => row.variant === '' && reference.id === row.judge);
  const at = line?.values[column.key];
  return at === undefined ? null : { value: at.lo, n: null, interval: null, se: null };
}

function recompute(
  { benchmark }: AuditContext['data'],
  boards: readonly RunBoard[],
  { row, cell }: { readonly row: PrintedRow; readonly cell: NumberCell },
): Recomputed | null {
  const { slice, setting } = cell.spec;
  const metric = metricById(cell.spec.metric ?? '');
  if (metric === undefined) return null;
  const wanted = sliceKey(slice);
  const printed = scaleOf(unitOf({ benchmark }, cell.spec), metric);
  const measured = setting === undefined ? row : { ...row, variant: setting };
  for (const board of boards) {
    const column = board.columns.find((c) => c.metric === metric.id && sliceKey(c.slice) === wanted);
    const found = column === undefined ? null : valueAt(board, column, measured);
    if (column === undefined || found === null || found.value === null) continue;
    const scale = printed / scaleOf(column.unit, metric);
    const value = found.value * scale;
    const { interval, se, n } = found;
    return {
      ...{ board: board.table, value, n, se: se === null ? null : se * scale },
      interval: interval === null ? null : { ...interval, lo: interval.lo * scale, hi: interval.hi * scale },
      equal: Math.abs(value - cell.text.value) <= halfDigit(cell.text.decimals) + EPSILON,
    };
  }
  return null;
}

/** Finds printed numbers for which the benchmark's runs give a value of the same judge, metric, slice and setting, by cell key. */
export function recomputedCells(
  data: AuditContext['data'],
  tables: readonly TableView[],
  boards: readonly RunBoard[],
): ReadonlyMap<string, Recomputed> {
  const own = boards.filter(({ benchmark, source }) => benchmark === data.benchmark.id && source === 'computed');
  const found = new Map<string, Recomputed>();
  for (const view of own.length === 0 ? [] : tables) {
    for (const row of view.rows.filter(({ judge }) => judge !== '')) {
      for (const cell of Object.values(row.cells)) {
        const value = isNumberCell(cell) ? recompute(data, own, { row, cell }) : null;
        if (value !== null) found.set(cell.key, value);
      }
    }
  }
  return found;
}

const recomputedText = ({ value }: Recomputed, cell: NumberCell): string => value.toFixed(cell.text.decimals);

export const recomputed: Check = {
  id: RECOMPUTED,
  label: 'Recomputed from the judgments',
  about:
    'Where the benchmark’s runs are at hand, the same judge’s value is worked out from its judgments and compared to the digits printed. An equal value settles the cell; one that differs keeps what is printed, and both values are shown.',
  run: ({ tables, recomputed: values }) => {
    const cells = auditedCells(tables);
    const flags = cells.flatMap((cell): AuditFlag[] => {
      const found = values.get(cell.key);
      if (found === undefined || found.equal || !isNumberCell(cell)) return [];
      const value = recomputedText(found, cell);
      return [
        flag(cell, RECOMPUTED, {
          expected: value,
          status: 'recomputed-differs',
          reason: `the judgments of the run give ${value}`,
        }),
      ];
    });
    return { examined: values.size, flags };
  },
};
