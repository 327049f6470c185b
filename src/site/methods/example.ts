import { soundValue } from '../../board/standings.ts';
import { metricById } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import { type Board, type BoardCell, type BoardColumn, type BoardRow, isComputed } from '../../schema/board.ts';
import { better } from '../../schema/metric.ts';
import { numberWords } from '../../ui/number-words.ts';

/** Takes a printed value apart: where it stands and, step by step, how it comes about. */
export interface Example {
  readonly board: Board;
  readonly column: BoardColumn;
  readonly row: BoardRow;
  readonly cell: BoardCell;
  /** Each a sum that a reader can check; empty where the paper prints too little to take the value apart. */
  readonly steps: readonly string[];
}

const SCALE: Readonly<Partial<Record<BoardColumn['unit'], number>>> = { percent: 100, ratio: 1, score: 10 };
const SPARE_DIGITS = 2;
const ROUNDING_ERROR = 1e-9;

/** Columns of the same table whose plain mean the column is: one per unit of the metric, within the column's own slice. */
function partsOf(metric: Metric, board: Board, column: BoardColumn): BoardColumn[] {
  if (metric.aggregate !== 'macro') return [];
  return board.columns.filter(
    (part) =>
      part.key !== column.key &&
      metric.rows.includes(part.metric ?? '') &&
      metric.units?.some((unit) => part.slice[unit] !== undefined) &&
      Object.entries(column.slice).every(([key, value]) => part.slice[key] === value),
  );
}

function meanSteps(parts: readonly BoardColumn[], row: BoardRow, column: BoardColumn): string[] {
  const values = parts.flatMap((part) => soundValue(row.cells[part.key]) ?? []);
  if (values.length < 2 || values.length < parts.length) return [];
  const sum = values.reduce((total, value) => total + value, 0);
  const written = parts.map((part) => row.cells[part.key]?.printed ?? '').join(' + ');
  return [`(${written}) / ${values.length} = ${(sum / values.length).toFixed(column.decimals + 1)}`];
}

/** The step k of n, where a whole k gives the printed digits, or the exact value where it is computed. */
function shareSteps(board: Board, cell: BoardCell, column: BoardColumn): string[] {
  const scale = SCALE[column.unit];
  if (cell.value === null || cell.n === null || scale === undefined) return [];
  const k = Math.round((cell.value / scale) * cell.n);
  const exact = (k / cell.n) * scale;
  const fits = isComputed(board)
    ? Math.abs(exact - cell.value) < ROUNDING_ERROR
    : exact.toFixed(column.decimals) === cell.value.toFixed(column.decimals);
  if (!fits) return [];
  const times = scale === 1 ? '' : `${scale} × `;
  return [
    `${times}${numberWords(k)} / ${numberWords(cell.n)} = ${exact.toFixed(column.decimals + SPARE_DIGITS)}`.replaceAll(
      '-',
      '−',
    ),
  ];
}

function scoreSteps(cell: BoardCell, column: BoardColumn): string[] {
  if (cell.value === null || cell.n === null) return [];
  const points = Math.round(cell.value * cell.n);
  const mean = (points / cell.n).toFixed(column.decimals + SPARE_DIGITS);
  return [`about ${numberWords(points)} points / ${numberWords(cell.n)} samples = ${mean}`];
}

function stepsOf(metric: Metric, { board, column, row, cell }: Omit<Example, 'steps'>): string[] {
  const parts = partsOf(metric, board, column);
  if (parts.length > 0) return meanSteps(parts, row, column);
  if (metric.unit === 'score') return scoreSteps(cell, column);
  const counts = isComputed(board) ? metric.aggregate === 'ratio' : metric.published.rule.startsWith('wilson');
  return counts ? shareSteps(board, cell, column) : [];
}

/** Published tables stand before computed ones, leaderboards before comparisons. */
const weight = (board: Board): number => 2 * Number(isComputed(board)) + Number(board.kind !== 'leaderboard');

function candidates(metric: Metric, boards: readonly Board[]): Example[] {
  return boards
    .filter((board) => board.kind !== 'statistics')
    .toSorted((a, b) => weight(a) - weight(b) || a.number - b.number)
    .flatMap((board) =>
      board.columns
        .filter((column) => column.metric === metric.id)
        .flatMap((column): Example[] => {
          const value = (row: BoardRow): number => soundValue(row.cells[column.key]) ?? 0;
          const [row] = board.rows
            .filter(({ kind, cells }) => kind === 'judge' && soundValue(cells[column.key]) !== null)
            .toSorted((a, b) => better(column.direction, value(b), value(a)));
          const cell = row?.cells[column.key];
          return row === undefined || cell === undefined
            ? []
            : [{ board, column, row, cell, steps: stepsOf(metric, { board, column, row, cell }) }];
        }),
    );
}

/** Picks the best value of a metric, if possible one that can be taken apart; null where no table has the metric. */
export function exampleOf(metric: Metric, boards: readonly Board[]): Example | null {
  const all = candidates(metric, boards);
  const published = all.filter(({ board }) => !isComputed(board));
  const from = published.length > 0 ? published : all;
  return from.find(({ steps }) => steps.length > 0) ?? from[0] ?? null;
}

export interface WorkedValue extends Example {
  readonly metric: Metric;
}

/**
 * Picks the first value of a benchmark that can be taken apart: of the columns that rank its boards, else of any of its metrics. `boards`: its own, the
 * main one first. Null where the digits printed tell too little of every one.
 */
export function workedValue(benchmark: Benchmark, boards: readonly Board[]): WorkedValue | null {
  const ranking = boards.flatMap(({ columns, sort }) => columns.find(({ key }) => key === sort?.column)?.metric ?? []);
  for (const id of new Set([...ranking, ...benchmark.metrics.map((metric) => metric.id)])) {
    const metric = metricById(id);
    const example = metric === undefined ? null : exampleOf(metric, boards);
    if (metric !== undefined && example !== null && example.steps.length > 0) return { ...example, metric };
  }
  return null;
}
