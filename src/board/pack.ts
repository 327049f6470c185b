import type { BoardCell } from '../schema/board.ts';
import { readPrinted } from '../stats/printed.ts';
import type { SlimBoard, SlimColumn, SlimReference, SlimRow } from './slim.ts';

/**
 * A board as short JSON: rows and cells are arrays by position, repeated sentences are numbers into a list.
 * It travels inside the page, where every byte counts against the 30 kB of a page before interaction.
 */
interface Packed {
  readonly head: Omit<SlimBoard, 'columns' | 'rows' | 'references'>;
  readonly texts: readonly string[];
  readonly columns: readonly SlimColumn[];
  readonly rows: readonly PackedRow[];
  readonly references: readonly SlimReference[];
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
  /** Left out where there is none. */
  constant?: SlimRow['constant'],
];

/** `''` stands for the usual value, which is the one that the text says, and the column's n. 0 stands for none. */
type PackedCell = readonly [
  printed: string,
  value: number | null | '',
  n: number | null | '',
  status: BoardCell['status'] | '',
  note: number,
  noInterval: number,
  interval: readonly [lo: number, hi: number, wilson: 0 | 1] | 0,
  rank: readonly [best: number, worst: number, couldBeFirst: 0 | 1, tier: number] | 0,
  /** Left out where differences do not rest on it: 0. */
  se: number,
];

/** Digits of a standard error, beyond what any test could tell. */
const ERROR_DIGITS = 5;
/** Digits of an interval's ends beyond the column's own. */
const SPARE_DIGITS = 1;

function indexer(list: string[]): (text: string) => number {
  const at = new Map<string, number>();
  return (text) => {
    const index = at.get(text) ?? list.push(text) - 1;
    at.set(text, index);
    return index;
  };
}

/** The number that a printed text says. */
function plainValue(printed: string): number | null {
  const text = readPrinted(printed);
  return text.kind === 'number' ? text.value : null;
}

function packCell(
  cell: BoardCell,
  column: SlimColumn,
  { paired, index }: { readonly paired: boolean; readonly index: (text: string) => number },
): PackedCell {
  const { interval, rank, se } = cell;
  const round = (x: number): number => Number(x.toFixed(column.decimals + SPARE_DIGITS));
  return [
    cell.printed,
    cell.value === plainValue(cell.printed) ? '' : cell.value,
    cell.n === column.n ? '' : cell.n,
    cell.status === 'ok' ? '' : cell.status,
    index(cell.note),
    index(cell.noInterval),
    interval === null ? 0 : [round(interval.lo), round(interval.hi), interval.kind === 'wilson' ? 1 : 0],
    rank === null ? 0 : [rank.best, rank.worst, rank.couldBeFirst ? 1 : 0, rank.tier],
    // Where the file of paired differences is at hand no difference is worked out from errors.
    se === null || paired ? 0 : Number(se.toPrecision(ERROR_DIGITS)),
  ];
}

function unpackCell(packed: PackedCell, column: SlimColumn, texts: readonly string[]): BoardCell {
  const [printed, value, n, status, note, noInterval, interval, rank, se] = packed;
  return {
    printed,
    value: value === '' ? plainValue(printed) : value,
    n: n === '' ? column.n : n,
    status: status === '' ? 'ok' : status,
    note: texts[note] ?? '',
    noInterval: texts[noInterval] ?? '',
    interval:
      interval === 0 ? null : { lo: interval[0], hi: interval[1], kind: interval[2] === 1 ? 'wilson' : 'at most' },
    rank: rank === 0 ? null : { best: rank[0], worst: rank[1], couldBeFirst: rank[2] === 1, tier: rank[3] },
    se: se === 0 ? null : se,
  };
}

function slimColumn(column: SlimColumn): SlimColumn {
  const { key, label, group, metric, unit, direction, decimals, n, losses } = column;
  return { key, label, group, metric, unit, direction, decimals, n, ...(losses === undefined ? {} : { losses }) };
}

function headOf(board: SlimBoard): Packed['head'] {
  const { benchmark, benchmarkName, table, number, title, heading, kind, rowLabel, block, sort, release } = board;
  const source = board.source === undefined ? {} : { source: board.source };
  const printedIn = board.printedIn === undefined ? {} : { printedIn: board.printedIn };
  const together = board.together === undefined ? {} : { together: board.together };
  const figures = board.figures === true ? { figures: true } : {};
  const whole = board.whole === undefined ? {} : { whole: board.whole };
  const switches = board.switches === undefined ? {} : { switches: board.switches };
  const base = { benchmark, benchmarkName, table, number, title, heading, kind, rowLabel, block, sort, release };
  return { ...base, ...source, ...printedIn, ...together, ...figures, ...whole, ...switches };
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
  return row.constant === undefined ? fields : [...fields, row.constant];
}

/** The board without its explanations, as JSON. A whole `Board` may be given. */
export function packBoard(board: SlimBoard): string {
  const texts: string[] = [];
  const index = indexer(texts);
  const rows = board.rows.map((row) => packRow(row, board, index));
  const references = board.references.map(({ id, label, values }) => ({
    id,
    label,
    values: Object.fromEntries(Object.entries(values).map(([key, { lo, hi }]) => [key, { lo, hi }])),
  }));
  const packed: Packed = {
    head: headOf(board),
    texts,
    columns: board.columns.map(slimColumn),
    rows,
    references,
  };
  return JSON.stringify(packed);
}

/** The inverse of `packBoard`; ends of intervals come back rounded to one digit more than the column prints. */
export function unpackBoard(json: string): SlimBoard {
  const { head, texts, columns, rows, references } = JSON.parse(json) as Packed;
  const unpackRow = (packed: PackedRow): SlimRow => {
    const [id, row, kind, judge, name, organisation, access, thinking, variant, group, involvement, cells, constant] =
      packed;
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
      ...(constant === undefined ? {} : { constant }),
      cells: Object.fromEntries(filled),
    };
  };
  return { ...head, columns, rows: rows.map(unpackRow), references };
}
