import { hasPlace, type PageBoard, type PageRow } from '../board/page-board.ts';
import { columnAddress, SIZE_FACT } from '../board/state.ts';
import { rowLabel } from '../schema/board.ts';
import type { Direction } from '../schema/metric.ts';
import { fixed } from '../ui/number-words.ts';
import type { PlotColumn, PlotIndex, PlotJudge, PlotTable } from './plot-index.ts';

export interface PlotValue {
  readonly value: number;
  readonly interval: readonly [lo: number, hi: number] | null;
  readonly text: string;
}

export interface PlotAxis {
  readonly address: string;
  readonly label: string;
  readonly name: string;
  readonly direction: Direction;
  /** What it is to be better: `smaller`, `higher`. */
  readonly good: string;
  /** Null where no end is better. */
  readonly ideal: number | null;
  /** Whether its values differ by factors. */
  readonly log: boolean;
  readonly dates: boolean;
  /** Of a fact: what is known of a judge; of a column null. */
  readonly factOf: ((judge: PlotJudge) => PlotValue | null) | null;
  readonly from: { readonly benchmark: string; readonly table: string; readonly column: PlotColumn } | null;
}

const MONTH = 12;
const DAYS = 31;

/** Gives a day or a month as a year with its fraction: `2025-04` → 2025.25. */
function yearOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return year + (month - 1 + (day - 1) / DAYS) / MONTH;
}

const known = (value: number, text: string): PlotValue => ({ value, interval: null, text });

const priceSide =
  (side: 'input' | 'output') =>
  ({ price }: PlotJudge): PlotValue | null =>
    price === undefined ? null : known(price[side], `${price[side]} ${price.currency}`);

const FACT = { direction: 'lower', ideal: null, from: null, dates: false, log: true } as const;

export const PRICE_FACT = 'price-input';

export const FACT_AXES: readonly PlotAxis[] = [
  {
    ...FACT,
    address: SIZE_FACT,
    label: 'Size (10⁹ parameters)',
    name: 'size',
    good: 'smaller',
    factOf: ({ size }) => (size === undefined ? null : known(size, `${size} B`)),
  },
  {
    ...FACT,
    address: 'released',
    label: 'Release date',
    name: 'release date',
    good: 'earlier',
    log: false,
    dates: true,
    factOf: ({ released }) => (released === undefined ? null : known(yearOf(released), released)),
  },
  {
    ...FACT,
    address: PRICE_FACT,
    label: 'Price of input (USD per 10⁶ tokens)',
    name: 'price of input',
    good: 'cheaper',
    factOf: priceSide('input'),
  },
  {
    ...FACT,
    address: 'price-output',
    label: 'Price of output (USD per 10⁶ tokens)',
    name: 'price of output',
    good: 'cheaper',
    factOf: priceSide('output'),
  },
];

const GOOD: Readonly<Record<Direction, string>> = {
  higher: 'higher',
  lower: 'lower',
  zero: 'nearer to 0',
  none: '',
};

function columnAxis(benchmark: PlotIndex['benchmarks'][number], table: PlotTable, column: PlotColumn): PlotAxis {
  const { key, label, direction, unit = 'ratio' } = column;
  return {
    address: columnAddress({ benchmark: benchmark.id, table: table.table }, key),
    label: unit === 'percent' ? `${label} (%)` : label,
    name: `${label} (${benchmark.name}, ${table.name.replace(/^Table /, 'table ')})`,
    direction,
    good: GOOD[direction],
    ideal: direction === 'zero' ? 0 : null,
    log: false,
    dates: false,
    factOf: null,
    from: { benchmark: benchmark.id, table: table.table, column },
  };
}

export function axesOf({ benchmarks }: PlotIndex): ReadonlyMap<string, PlotAxis> {
  const columns = benchmarks.flatMap((benchmark) =>
    benchmark.tables.flatMap((table) => table.columns.map((column) => columnAxis(benchmark, table, column))),
  );
  return new Map([...FACT_AXES, ...columns].map((axis) => [axis.address, axis]));
}

export interface PlotPoint {
  readonly id: string;
  readonly label: string;
  readonly judge: PlotJudge;
  readonly x: PlotValue;
  readonly y: PlotValue;
}

/** Points, and how many judges each axis has: those that it has a value for. */
export interface PlotPoints {
  readonly points: readonly PlotPoint[];
  readonly withX: number;
  readonly withY: number;
}

/** What a judge has on one axis: in a board it may have several rows. */
interface Held {
  readonly id: string;
  readonly variant: string;
  readonly label: string;
  readonly judge: PlotJudge;
  readonly value: PlotValue;
}

type PlotBoardList = readonly PageBoard[];
type JudgesById = ReadonlyMap<string, PlotJudge>;

/** Gives a row's value: that of a column, or the mean of several that it has all of. */
function rowValue(row: PageRow, keys: readonly string[], decimals: number): PlotValue | null {
  const cells = keys.map((key) => row.cells[key]);
  const values = cells.flatMap((cell) => (cell !== undefined && hasPlace(cell) ? (cell.value ?? []) : []));
  if (values.length < keys.length || values.length === 0) return null;
  const interval = keys.length === 1 ? (cells[0]?.interval ?? null) : null;
  const value = values.reduce((sum, one) => sum + one, 0) / values.length;
  const ends = interval === null ? null : ([interval.lo, interval.hi] as const);
  const digits = fixed(value, decimals);
  const text = ends === null ? digits : `${digits} [${ends.map((end) => fixed(end, decimals)).join(', ')}]`;
  return { value, interval: ends, text };
}

function heldIn({ from }: PlotAxis, boards: PlotBoardList, judges: JudgesById): readonly Held[] {
  const board = boards.find(({ benchmark, table }) => benchmark === from?.benchmark && table === from.table);
  if (board === undefined || from === null) return [];
  return board.rows.flatMap((row): Held[] => {
    const judge = judges.get(row.judge ?? '');
    const value = rowValue(row, from.column.mean ?? [from.column.key], from.column.decimals);
    if (row.kind !== 'judge' || judge === undefined || value === null) return [];
    return [{ id: row.id, variant: row.variant, label: rowLabel(row, board), judge, value }];
  });
}

const isOneBoard = (x: PlotAxis, y: PlotAxis): boolean =>
  x.from?.benchmark === y.from?.benchmark && x.from?.table === y.from?.table;

/** Finds in another board the row of the same judge in the same setting; one that is its judge's only row is of any setting. */
function partnerOf(own: Held, others: readonly Held[], mates: readonly Held[]): Held | undefined {
  const rows = others.filter(({ judge }) => judge.id === own.judge.id);
  const same = rows.filter(({ variant }) => variant === own.variant);
  if (same.length === 1) return same[0];
  return rows.length === 1 && mates.filter(({ judge }) => judge.id === own.judge.id).length === 1 ? rows[0] : undefined;
}

const countJudges = (held: readonly { readonly judge: PlotJudge }[]): number =>
  new Set(held.map(({ judge }) => judge.id)).size;

/** Joins two lists of what judges have: row by row within a board, by judge and setting between two. */
function joined(xs: readonly Held[], ys: readonly Held[], isSame: boolean): readonly PlotPoint[] {
  return ys.flatMap((y): PlotPoint[] => {
    const x = isSame ? xs.find(({ id }) => id === y.id) : partnerOf(y, xs, ys);
    return x === undefined ? [] : [{ id: y.id, label: y.label, judge: y.judge, x: x.value, y: y.value }];
  });
}

function withFact(fact: NonNullable<PlotAxis['factOf']>, of: readonly Held[]): readonly Held[] {
  return of.flatMap((one) => {
    const value = fact(one.judge);
    return value === null ? [] : [{ ...one, value }];
  });
}

const EVERYBODY: PlotValue = { value: 0, interval: null, text: '' };

/** Finds who has values on both axes. With two facts it is everybody of whom both are known. */
export function plottedPoints(
  { x, y }: Record<'x' | 'y', PlotAxis>,
  boards: PlotBoardList,
  judges: JudgesById,
): PlotPoints {
  const everybody = (): readonly Held[] =>
    [...judges.values()].map((judge) => ({ id: judge.id, variant: '', label: judge.name, judge, value: EVERYBODY }));
  const columns = [x, y].map((axis) => (axis.factOf === null ? heldIn(axis, boards, judges) : null));
  const [inX = null, inY = null] = columns;
  const xs = x.factOf === null ? (inX ?? []) : withFact(x.factOf, inY ?? everybody());
  const ys = y.factOf === null ? (inY ?? []) : withFact(y.factOf, inX ?? everybody());
  const isSame = x.factOf !== null || y.factOf !== null || isOneBoard(x, y);
  return { points: joined(xs, ys, isSame), withX: countJudges(xs), withY: countJudges(ys) };
}
