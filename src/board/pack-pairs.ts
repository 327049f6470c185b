import type { BoardPairs } from '../client/board-files.ts';
import type { BoardPair } from '../schema/board.ts';
import { hasPlace } from './scale.ts';
import type { SlimColumn, SlimRow } from './slim.ts';

/**
 * The pairs of one column in the order of `columnPairs`, so that no place is written; zeros at its end are left out. Ends of an interval are
 * in units of the last digit shown, so that what is shown of them is what the board's own file gives.
 */
type PackedPair = readonly [
  /** The interval's width; −1 without an interval. */
  width?: number,
  significant?: 0 | 1 | 2,
  /** How far the sum of the interval's ends is from twice the difference of the two values. */
  off?: number,
  shared?: number,
  /** Left out where all are shared. */
  of?: number,
  reason?: number,
];

/** By column key. */
export type PackedPairs = Readonly<Record<string, readonly PackedPair[]>>;

/** The numbers of what a test says. */
const SAID = [false, true, null] as const;

/** Lists the pairs of places with a value, as `columnPairs` does. */
function placesOf(rows: readonly SlimRow[], { key }: SlimColumn): readonly (readonly [number, number])[] {
  const valued = rows.flatMap(({ kind, cells }, i) => (kind === 'judge' && hasPlace(cells[key]) ? i : []));
  return valued.flatMap((i, at) => valued.slice(at + 1).map((j) => [i, j] as const));
}

const unitsOf = (x: number, { decimals }: SlimColumn): number =>
  Math.round(Number(x.toFixed(decimals)) * 10 ** decimals);

/** Twice the difference of two rows' values, in units of the last digit shown. */
function twice(rows: readonly SlimRow[], [i, j]: readonly [number, number], column: SlimColumn): number {
  const value = (row: number): number => rows[row]?.cells[column.key]?.value ?? 0;
  return Math.round(2 * (value(i) - value(j)) * 10 ** column.decimals);
}

interface Cells {
  readonly rows: readonly SlimRow[];
  readonly columns: readonly SlimColumn[];
}

function packPair(pair: BoardPair, twiceApart: number, column: SlimColumn): readonly number[] {
  const [, , , interval, significant, shared, of] = pair;
  const [lo, hi] = interval === null ? [0, 0] : [unitsOf(interval[0], column), unitsOf(interval[1], column)];
  const drawn = interval === null ? [-1, 0] : [hi - lo, lo + hi - twiceApart];
  return [drawn[0] ?? 0, SAID.indexOf(significant), drawn[1] ?? 0, shared, of === shared ? 0 : of];
}

const NO_PAIR: BoardPair = [0, 0, null, null, null, 0, 0, ''];

/** Packs the paired tests of a board whose cells are rounded as its packed ones are; `index` gives a text's number. */
export function packPairs(pairs: BoardPairs, { rows, columns }: Cells, index: (text: string) => number): PackedPairs {
  const pack = (column: SlimColumn): PackedPair[] => {
    const found = new Map(pairs[column.key]?.map((pair) => [`${pair[0]} ${pair[1]}`, pair]));
    return placesOf(rows, column).map((places): PackedPair => {
      const pair = found.get(places.join(' ')) ?? NO_PAIR;
      const packed = [...packPair(pair, twice(rows, places, column), column), index(pair[7])];
      return packed.slice(0, packed.findLastIndex((field) => field !== 0) + 1) as unknown as PackedPair;
    });
  };
  return Object.fromEntries(columns.map((column) => [column.key, pack(column)]));
}

/** Undoes `packPairs`, without the paired difference itself, which nobody shows: the difference of the two values is shown. */
export function unpackPairs(packed: PackedPairs, { rows, columns }: Cells, texts: readonly string[]): BoardPairs {
  const unpack = (column: SlimColumn): BoardPair[] =>
    placesOf(rows, column).map((places, at): BoardPair => {
      const [width = 0, said = 0, off = 0, shared = 0, of = 0, reason = 0] = packed[column.key]?.[at] ?? [];
      const unit = 10 ** column.decimals;
      const sum = twice(rows, places, column) + off;
      const interval = width < 0 ? null : ([(sum - width) / 2 / unit, (sum + width) / 2 / unit] as const);
      return [...places, null, interval, SAID[said], shared, of === 0 ? shared : of, texts[reason] ?? ''];
    });
  return Object.fromEntries(columns.map((column) => [column.key, unpack(column)]));
}
