import type { BoardCell, BoardColumn, BoardRow, ReferenceLine } from '../schema/board.ts';
import { bestAndWorst, better, shareOfBest } from '../schema/direction.ts';
import { lowerFirst } from '../schema/lower-first.ts';
import { href } from '../ui/href.ts';
import { fixed } from '../ui/number-words.ts';
import { rankWords } from './rank-words.ts';
import { soundValue } from './scale.ts';

export interface StripDot {
  readonly row: BoardRow;
  readonly value: number;
  /** Place of the dot from the left, in percent; better is always further to the right. */
  readonly at: number;
  /** Ends of the interval, in percent; null without one. */
  readonly from: number | null;
  readonly to: number | null;
  /** How many dots lie below it. */
  readonly level: number;
  /** For example `o4-mini: 32.78, 26.5 to 39.0, rank 1–16`. */
  readonly words: string;
  readonly href: string | null;
  /** Whether the judge may be the best one. */
  readonly first: boolean;
}

export interface Strip {
  /** The best comes first. */
  readonly dots: readonly StripDot[];
  /** The most dots that lie one above the other. */
  readonly levels: number;
  /** Lines of trivial judges, in percent from the left; close ones share a line. */
  readonly trivial: readonly { readonly label: string; readonly at: number }[];
  /** Values at the left and the right end, as printed. */
  readonly ends: readonly [worst: string, best: string];
}

/** Width of a dot, in percent of a strip on a phone: nearer ones are stacked. */
const APART = 3.2;
/** The most dots in a stack, so that the strip keeps its height. */
const MOST_LEVELS = 6;
const HUNDRED = 100;

/** Places dots from left to right on the lowest level that is free. */
function levelsOf(places: readonly number[]): number[] {
  const last: number[] = [];
  const levels = new Array<number>(places.length).fill(0);
  for (const i of places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))) {
    const at = places[i] ?? 0;
    const free = Array.from({ length: MOST_LEVELS }, (_, level) => level).find(
      (level) => at - (last[level] ?? Number.NEGATIVE_INFINITY) >= APART,
    );
    const level = free ?? last.indexOf(Math.min(...last));
    levels[i] = level;
    last[level] = at;
  }
  return levels;
}

function wordsOf(row: BoardRow, cell: BoardCell, decimals: number): string {
  const { interval, rank } = cell;
  const span = interval === null ? '' : `, ${fixed(interval.lo, decimals)} to ${fixed(interval.hi, decimals)}`;
  const setting = row.variant === '' ? '' : `, ${row.row}`;
  return `${row.name}${setting}: ${cell.printed.replaceAll(/[*_]{2}/g, '')}${span}${rank === null ? ', not tested' : `, rank ${rankWords(rank)}`}`;
}

/** Lines of a strip closer than this, in percent, are one. */
const SAME = 2;

/** Makes one of lines that are closer than `apart`, with the names of all. */
export function together(lines: Strip['trivial'], apart: number): Strip['trivial'] {
  const joined: { label: string; at: number }[] = [];
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const last = joined.at(-1);
    if (last !== undefined && line.at - last.at < apart) last.label += `, ${lowerFirst(line.label)}`;
    else joined.push({ ...line });
  }
  return joined;
}

/** Gives the middle of what each trivial judge scores in a column, where it scores there: a coin's value may only be bounded. */
export const middles = (
  references: readonly ReferenceLine[],
  key: string,
): readonly { readonly label: string; readonly value: number }[] =>
  references.flatMap(({ label, values }) => {
    const own = values[key];
    return own === undefined ? [] : [{ label, value: (own.lo + own.hi) / 2 }];
  });

/** Lists the rows that are judges; programs among them only on a board of programs alone, as a demonstration's is. */
export function judgesAmong(rows: readonly BoardRow[]): readonly BoardRow[] {
  const judges = rows.filter(({ kind }) => kind === 'judge');
  const models = judges.filter(({ access }) => access !== 'program');
  return models.length === 0 ? judges : models;
}

interface StripOf {
  readonly column: BoardColumn;
  readonly rows: readonly BoardRow[];
  readonly references: readonly ReferenceLine[];
}

/**
 * Draws all judges of a column on one line, from its worst value to its best; null for fewer than two different values. Values that are in
 * doubt, people, and programs beside models are left out.
 */
export function stripOf({ column, rows, references }: StripOf): Strip | null {
  const found = judgesAmong(rows)
    .flatMap((row) => {
      const cell = row.cells[column.key];
      const value = soundValue(cell);
      return cell === undefined || value === null ? [] : [{ row, cell, value }];
    })
    .toSorted((a, b) => better(column.direction, b.value, a.value));
  const [best, worst] = [found[0]?.value, found.at(-1)?.value];
  const { direction } = column;
  if (best === undefined || worst === undefined || better(direction, best, worst) === 0) return null;
  // `+ 0` turns −0 into 0; without it the page would print `-0`.
  const place = (value: number): number => HUNDRED * shareOfBest(direction, value, { worst, best }) + 0;
  const clipped = (value: number): number => Math.min(HUNDRED, Math.max(0, place(value)));
  const levels = levelsOf(found.map(({ value }) => place(value)));
  const dots = found.map(({ row, cell, value }, i): StripDot => {
    const span = cell.interval === null ? null : bestAndWorst(direction, cell.interval.lo, cell.interval.hi);
    const ends = span === null ? [] : [clipped(span.worst), clipped(span.best)];
    return {
      row,
      value,
      at: place(value),
      from: ends.length === 0 ? null : Math.min(...ends),
      to: ends.length === 0 ? null : Math.max(...ends),
      level: levels[i] ?? 0,
      words: wordsOf(row, cell, column.decimals),
      href: row.judge === null ? null : href(`/judge/${row.judge}/`),
      first: cell.rank?.couldBeFirst ?? false,
    };
  });
  const trivial = middles(references, column.key)
    .map(({ label, value }) => ({ label, at: place(value) }))
    .filter(({ at }) => at >= 0 && at <= HUNDRED);
  const ends = [worst, best].map((value) => fixed(value, column.decimals));
  return {
    dots,
    levels: 1 + Math.max(...levels),
    trivial: together(trivial, SAME),
    ends: [ends[0] ?? '', ends[1] ?? ''],
  };
}
