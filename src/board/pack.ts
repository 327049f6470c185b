import type { BoardPairs } from '../client/board-files.ts';
import type { BoardCell, BoardPair } from '../schema/board.ts';
import { hasPlace } from './scale.ts';
import type { SlimBoard, SlimColumn, SlimReference, SlimRow } from './slim.ts';

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
type PackedPairs = Readonly<Record<string, readonly PackedPair[]>>;

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
function packPairs(pairs: BoardPairs, { rows, columns }: Cells, index: (text: string) => number): PackedPairs {
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
function unpackPairs(packed: PackedPairs, { rows, columns }: Cells, texts: readonly string[]): BoardPairs {
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

/** A board as its island reads it. */
export interface PackedBoard {
  /** The board as `packBoard` writes it. */
  readonly text: string;
  /** Name of its file in the folder `boards` of its benchmark, without `.json`; it holds a hash of the text. */
  readonly name: string;
}

/**
 * A board as short JSON: rows and cells are arrays by position, repeated sentences are numbers into a list, what is usual is 0. The
 * page holds each value once, in its table; this is fetched beside the scripts when the island comes alive.
 */
interface Packed {
  readonly head: Omit<SlimBoard, 'columns' | 'rows' | 'references' | 'pairs'>;
  readonly texts: readonly string[];
  readonly columns: readonly SlimColumn[];
  readonly rows: readonly PackedRow[];
  readonly references: readonly PackedReference[];
  /** Of a board of runs without the address of its own file. */
  readonly pairs?: PackedPairs;
}

/** One number where both ends of the range are the same. */
interface PackedReference extends Omit<SlimReference, 'values'> {
  readonly values: Readonly<Record<string, number | readonly [lo: number, hi: number]>>;
}

type PackedRow = readonly [
  id: string,
  printed: string,
  kind: SlimRow['kind'],
  judge: string | null,
  name: string,
  organisation: string,
  access: SlimRow['access'],
  thinking: boolean | null,
  variant: string,
  group: number,
  involvement: readonly number[],
  cells: readonly (PackedCell | 0)[],
  /** What is left out where there is none: `constant`, and the numbers of the texts of `facts`. */
  constant?: SlimRow['constant'] | 0,
  facts?: readonly number[],
];

/** Zeros at its end are left out. From `kind` on, 0 stands for the usual value, or for none. */
type PackedCell = readonly [
  value: number | null,
  /** Distances of the interval's ends from the value, in units of the last digit kept. */
  below?: number,
  above?: number,
  kind?: 0 | 1 | 2,
  best?: number,
  worst?: number,
  couldBeFirst?: 0 | 1,
  tier?: number,
  /** The standard error is left out where no difference is worked out from it. */
  se?: number,
  /** The usual text is the value with the column's digits. */
  printed?: string | 0,
  /** Stored as n + 1, because 0 stands for the usual n, which is the column's. */
  n?: number | null,
  status?: BoardCell['status'] | 0,
  note?: number,
  noInterval?: number,
  apart?: number,
];

/** The numbers of the kinds of intervals. */
const KINDS = [null, 'wilson', 'at most'] as const;
/** Digits of a standard error, beyond what any test could tell. */
const ERROR_DIGITS = 5;
/** Digits of a value beyond the column's own: a difference of two is off by a ten-thousandth of its last digit at most. */
const VALUE_DIGITS = 4;
/** Digits of an interval's ends beyond the column's own. */
const SPARE_DIGITS = 1;

function indexer(list: string[]): (text: string) => number {
  const at = new Map(list.map((text, i) => [text, i]));
  return (text) => {
    const index = at.get(text) ?? list.push(text) - 1;
    at.set(text, index);
    return index;
  };
}

const roundedFor = (x: number, { decimals }: SlimColumn): number => Number(x.toFixed(decimals + VALUE_DIGITS));

/** A number in units of the last digit that an interval's end keeps. */
const units = (x: number, { decimals }: SlimColumn): number =>
  Math.round(Number(x.toFixed(decimals + SPARE_DIGITS)) * 10 ** (decimals + SPARE_DIGITS));

function packInterval({ interval, value }: BoardCell, column: SlimColumn): readonly [number, number, 0 | 1 | 2] {
  if (interval === null) return [0, 0, 0];
  const at = units(value ?? 0, column);
  const kind = interval.kind === 'wilson' ? 1 : 2;
  return [at - units(interval.lo, column), units(interval.hi, column) - at, kind];
}

function packCell(
  cell: BoardCell,
  column: SlimColumn,
  { paired, index }: { readonly paired: boolean; readonly index: (text: string) => number },
): PackedCell {
  const { rank, se } = cell;
  const value = cell.value === null ? null : roundedFor(cell.value, column);
  const packed = [
    value,
    ...packInterval({ ...cell, value }, column),
    ...(rank === null ? [0, 0, 0, 0] : [rank.best, rank.worst, rank.couldBeFirst ? 1 : 0, rank.tier]),
    // Where the file of paired differences is at hand no difference is worked out from errors.
    se === null || paired ? 0 : Number(se.toPrecision(ERROR_DIGITS)),
    cell.printed === value?.toFixed(column.decimals) ? 0 : cell.printed,
    cell.n === column.n ? 0 : cell.n === null ? null : cell.n + 1,
    cell.status === 'ok' ? 0 : cell.status,
    index(cell.note),
    index(cell.noInterval),
    index(cell.apart ?? ''),
  ] as const;
  const used = packed.findLastIndex((field, i) => i === 0 || field !== 0) + 1;
  return packed.slice(0, used) as unknown as PackedCell;
}

function unpackCell(packed: PackedCell, column: SlimColumn, texts: readonly string[]): BoardCell {
  const [value, below = 0, above = 0, kind = 0, best = 0, worst = 0, first = 0, tier = 0, ...rest] = packed;
  const [se = 0, printed = 0, n = 0, status = 0, note = 0, noInterval = 0, apart = 0] = rest;
  const unit = 10 ** (column.decimals + SPARE_DIGITS);
  const at = units(value ?? 0, column);
  const drawn = KINDS[kind];
  return {
    printed: printed === 0 ? (value?.toFixed(column.decimals) ?? '') : printed,
    value,
    n: n === 0 ? column.n : n === null ? null : n - 1,
    status: status === 0 ? 'ok' : status,
    note: texts[note] ?? '',
    noInterval: texts[noInterval] ?? '',
    interval: drawn === null ? null : { lo: (at - below) / unit, hi: (at + above) / unit, kind: drawn },
    rank: best === 0 ? null : { best, worst, couldBeFirst: first === 1, tier },
    se: se === 0 ? null : se,
    ...(apart === 0 ? {} : { apart: texts[apart] ?? '' }),
  };
}

function packReference({ id, label, values }: SlimReference, columns: readonly SlimColumn[]): PackedReference {
  const packed = columns.flatMap((column) => {
    const range = values[column.key];
    if (range === undefined) return [];
    const [lo, hi] = [roundedFor(range.lo, column), roundedFor(range.hi, column)];
    return [[column.key, lo === hi ? lo : ([lo, hi] as const)] as const];
  });
  return { id, label, values: Object.fromEntries(packed) };
}

function unpackReference({ id, label, values }: PackedReference): SlimReference {
  const range = (packed: number | readonly [number, number]) => {
    const [lo, hi] = typeof packed === 'number' ? [packed, packed] : packed;
    return { lo, hi };
  };
  const ranges = Object.entries(values).map(([key, packed]) => [key, range(packed)] as const);
  return { id, label, values: Object.fromEntries(ranges) };
}

function slimColumn(column: SlimColumn): SlimColumn {
  const { key, label, group, metric, unit, direction, decimals, n, slice, losses } = column;
  return {
    key,
    label,
    group,
    metric,
    unit,
    direction,
    decimals,
    n,
    slice,
    ...(losses === undefined ? {} : { losses }),
  };
}

function headOf(board: SlimBoard): Packed['head'] {
  const { benchmark, benchmarkName, table, number, title, heading, kind, rowLabel, block, sort, release } = board;
  const source = board.source === undefined ? {} : { source: board.source };
  const printedIn = board.printedIn === undefined ? {} : { printedIn: board.printedIn };
  const settings = board.settings === undefined ? {} : { settings: board.settings };
  const together = board.together === undefined ? {} : { together: board.together };
  const figures = board.figures === true ? { figures: true } : {};
  const whole = board.whole === undefined ? {} : { whole: board.whole };
  const switches = board.switches === undefined ? {} : { switches: board.switches };
  const base = { benchmark, benchmarkName, table, number, title, heading, kind, rowLabel, block, sort, release };
  return { ...base, ...source, ...printedIn, ...settings, ...together, ...figures, ...whole, ...switches };
}

function packRow(row: SlimRow, board: SlimBoard, index: (text: string) => number): PackedRow {
  const cells = board.columns.map((column) => {
    const cell = row.cells[column.key];
    return cell === undefined ? 0 : packCell(cell, column, { paired: board.whole !== undefined, index });
  });
  const parts = row.involvement.map((part) => index(part.label));
  const { id, row: printed, kind, judge, name, organisation, access, thinking, variant } = row;
  const about = [id, printed, kind, judge, name, organisation, access, thinking, variant] as const;
  const fields = [...about, index(row.group), parts, cells] as const;
  if (row.facts !== undefined) return [...fields, row.constant ?? 0, row.facts.map(index)];
  return row.constant === undefined ? fields : [...fields, row.constant];
}

/** Gives a row with its values as `unpackBoard` gives them. */
const asPacked = (row: SlimRow, columns: readonly SlimColumn[]): SlimRow => ({
  ...row,
  cells: Object.fromEntries(
    columns.flatMap((column) => {
      const cell = row.cells[column.key];
      return cell === undefined
        ? []
        : [[column.key, cell.value === null ? cell : { ...cell, value: roundedFor(cell.value, column) }] as const];
    }),
  ),
});

/** Writes the board without its explanations, as JSON. A whole `Board` may be given. */
export function packBoard(board: SlimBoard): string {
  // Most cells have no text, so the empty text must be number 0.
  const texts: string[] = [''];
  const index = indexer(texts);
  const rows = board.rows.map((row) => packRow(row, board, index));
  const packed: Packed = {
    head: headOf(board),
    texts,
    columns: board.columns.map(slimColumn),
    rows,
    references: board.references.map((reference) => packReference(reference, board.columns)),
    ...(board.pairs === undefined || board.whole !== undefined
      ? {}
      : {
          pairs: packPairs(
            board.pairs,
            { rows: board.rows.map((row) => asPacked(row, board.columns)), columns: board.columns },
            index,
          ),
        }),
  };
  return JSON.stringify(packed);
}

/** Undoes `packBoard`; values come back rounded to four digits more than the column prints, ends of intervals to one. */
export function unpackBoard(json: string): SlimBoard {
  const { head, texts, columns, rows, references, pairs } = JSON.parse(json) as Packed;
  const unpackRow = (packed: PackedRow): SlimRow => {
    const [
      id,
      row,
      kind,
      judge,
      name,
      organisation,
      access,
      thinking,
      variant,
      group,
      involvement,
      cells,
      constant,
      facts,
    ] = packed;
    const filled = columns.flatMap((column, i) => {
      const cell = cells[i] ?? 0;
      return cell === 0 ? [] : [[column.key, unpackCell(cell, column, texts)] as const];
    });
    return {
      id,
      row,
      kind,
      judge,
      name,
      organisation,
      access,
      thinking,
      variant,
      group: texts[group] ?? '',
      involvement: involvement.map((label) => ({ label: texts[label] ?? '' })),
      ...(constant === undefined || constant === 0 ? {} : { constant }),
      ...(facts === undefined ? {} : { facts: facts.map((fact) => texts[fact] ?? '') }),
      cells: Object.fromEntries(filled),
    };
  };
  const unpacked = { columns, rows: rows.map(unpackRow) };
  const tests = pairs === undefined ? {} : { pairs: unpackPairs(pairs, unpacked, texts) };
  return { ...head, ...unpacked, references: references.map(unpackReference), ...tests };
}
