import { columnAddress, SIZE_FACT } from '../board/state.ts';
import type { Direction } from '../schema/metric.ts';
import type { PlotColumn, PlotIndex, PlotJudge, PlotTable } from './plot-index.ts';

/** A value of a judge on an axis, with its interval and in words. */
export interface PlotValue {
  readonly value: number;
  readonly interval: readonly [lo: number, hi: number] | null;
  readonly text: string;
}

/** What an axis shows. */
export interface PlotAxis {
  readonly address: string;
  readonly label: string;
  /** With its benchmark and table. */
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
  /** Of a column: where its values are. */
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

/** What is known of judges, whatever they are measured by. */
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
    address: 'price-input',
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

/** A column as an axis. */
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

/** Lists all that can be an axis. */
export function axesOf({ benchmarks }: PlotIndex): ReadonlyMap<string, PlotAxis> {
  const columns = benchmarks.flatMap((benchmark) =>
    benchmark.tables.flatMap((table) => table.columns.map((column) => columnAxis(benchmark, table, column))),
  );
  return new Map([...FACT_AXES, ...columns].map((axis) => [axis.address, axis]));
}
