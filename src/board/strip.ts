import { scaleLinear } from 'd3-scale';
import {
  type Board,
  type BoardCell,
  type BoardColumn,
  type BoardRow,
  judgesAmong,
  type ReferenceLine,
} from '../schema/board.ts';
import { bestAndWorst, better, descends, shareOfBest } from '../schema/metric.ts';
import { lowerFirst } from '../schema/words.ts';
import { href } from '../ui/href.ts';
import { endsWords, fixed, plainPrinted } from '../ui/number-words.ts';
import { type Headline, headlineOfBoard, settingWords } from './headline.ts';
import { soundValue } from './standings.ts';
import { rankWords } from './words.ts';

interface StripDot {
  readonly row: BoardRow;
  readonly value: number;
  /** Place of the dot from the left, in percent; better is always further to the right. */
  readonly at: number;
  /** Ends of the interval, in percent; null without one. */
  readonly from: number | null;
  readonly to: number | null;
  readonly level: number;
  /** For example `o4-mini: 32.78, 26.5 to 39.0, rank 1–16`. */
  readonly words: string;
  readonly href: string | null;
  /** Whether the judge may be the best one. */
  readonly first: boolean;
}

export interface Strip {
  readonly dots: readonly StripDot[];
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
  const span = interval === null ? '' : `, ${endsWords(interval.lo, interval.hi, decimals)}`;
  const setting = row.variant === '' ? '' : `, ${row.row}`;
  return `${row.name}${setting}: ${plainPrinted(cell.printed)}${span}${rank === null ? ', not tested' : `, rank ${rankWords(rank)}`}`;
}

/** Lines of a strip closer than this, in percent, are one. */
const SAME = 2;

/** Makes one of lines that are closer than `apart`, with the names of all. */
function together(lines: Strip['trivial'], apart: number): Strip['trivial'] {
  const joined: { label: string; at: number }[] = [];
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const last = joined.at(-1);
    if (last !== undefined && line.at - last.at < apart) last.label += `, ${lowerFirst(line.label)}`;
    else joined.push({ ...line });
  }
  return joined;
}

const middles = (
  references: readonly ReferenceLine[],
  key: string,
): readonly { readonly label: string; readonly value: number }[] =>
  references.flatMap(({ label, values }) => {
    const own = values[key];
    return own === undefined ? [] : [{ label, value: (own.lo + own.hi) / 2 }];
  });

interface StripOf {
  readonly column: BoardColumn;
  readonly rows: readonly BoardRow[];
  readonly references: readonly ReferenceLine[];
}

/** From the worst value to the best; null for fewer than two different values. Values in doubt, people and programs beside models are left out. */
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

export interface StripName {
  readonly text: string;
  /** Its mark's distance from the left, in percent of the strip. */
  readonly at: number;
  readonly anchor: Anchor;
  /** The first of the widths from which on the strip has room for it. */
  readonly from: number;
}

type Anchor = 'start' | 'middle' | 'end';

export interface NamedMark {
  readonly text: string;
  readonly at: number;
}

/** A strip has these widths in px: of phones, tablets, and of narrow and wide desks. Names stand in a sheet's classes by their place here. */
const WIDTHS = [240, 290, 620, 900, 1200] as const;
/** Width of a letter of `--text-mark` in px, in a wide typeface. */
const LETTER = 6.9;
/** Between two names, and from a mark's middle to its edge, in px. */
const GAP = 10;
const RADIUS = 5;
const ANCHORS: readonly Anchor[] = ['middle', 'start', 'end'];

function spanOf({ text, at, anchor }: Omit<StripName, 'from'>, width: number): readonly [number, number] {
  const wide = text.length * LETTER;
  const x = (at * width) / HUNDRED;
  const left = { middle: x - wide / 2, start: x - RADIUS, end: x + RADIUS - wide }[anchor];
  return [left, left + wide];
}

/** Gives a mark's name where it meets none of the others and no end of the strip; null where it does at each of its own ends. */
function freeName(
  mark: NamedMark,
  others: readonly Omit<StripName, 'from'>[],
  { width, anchors = ANCHORS }: { readonly width: number; readonly anchors?: readonly Anchor[] },
): Omit<StripName, 'from'> | null {
  const taken = others.map((other) => spanOf(other, width));
  const tried = anchors.map((anchor) => ({ ...mark, anchor }));
  const free = tried.find((name) => {
    const [left, right] = spanOf(name, width);
    if (left < -RADIUS || right > width + RADIUS) return false;
    return taken.every(([start, end]) => right + GAP <= start || end + GAP <= left);
  });
  return free ?? null;
}

/** Names on one line below the marks, which meet at no width: first and last, then as many as there is room for, front to back. `widest`: px of the strip. */
export function stripNames(marks: readonly NamedMark[], widest = Number.POSITIVE_INFINITY): readonly StripName[] {
  const ends = [...marks.slice(0, 1), ...marks.slice(1).slice(-1)];
  const found = new Map<NamedMark, StripName>();
  for (const [from, width] of WIDTHS.entries())
    for (const mark of [...ends, ...marks]) {
      // Nothing between the ends before both have their names.
      if (found.has(mark) || (!ends.includes(mark) && found.size < ends.length)) continue;
      const name = freeName(mark, [...found.values()], { width: Math.min(width, widest) });
      if (name !== null) found.set(mark, { ...name, from });
    }
  return [...found.values()].toSorted((a, b) => a.at - b.at);
}

export interface LineName extends NamedMark {
  readonly anchor: Anchor;
  /** The row it stands in, from 0, the nearest to the strip. */
  readonly level: number;
}

/** Flags in as many rows as keep them apart on the narrowest strip; to the left of their lines where there is room, since lines further right pass by. */
export function lineNames(lines: readonly NamedMark[]): readonly LineName[] {
  const rows: Omit<StripName, 'from'>[][] = [];
  const free = (line: NamedMark, row: readonly Omit<StripName, 'from'>[], anchor: Anchor) =>
    freeName(line, row, { width: WIDTHS[0], anchors: [anchor] });
  return lines.map((line) => {
    const anchor: Anchor = free(line, [], 'end') !== null || line.at > HUNDRED / 2 ? 'end' : 'start';
    const found = rows.findIndex((row) => free(line, row, anchor) !== null);
    const level = found < 0 ? rows.push([]) - 1 : found;
    const name = { ...line, anchor };
    rows[level]?.push(name);
    return { ...name, level };
  });
}

export function namesOn(dots: readonly { readonly row: BoardRow }[]): readonly string[] {
  return dots.map((dot) => {
    const same = dots.filter(({ row }) => row.name === dot.row.name);
    const setting = settingWords(same, same.indexOf(dot));
    return setting === '' ? dot.row.name : `${dot.row.name}, ${setting}`;
  });
}

/** At most this many judges are named at an end of a strip; where more share its value, their number stands there. */
const MOST_AT_END = 2;

export function stripEnds({ dots }: Strip): readonly [worst: string, best: string] {
  const names = namesOn(dots);
  const at = (end: StripDot | undefined): string => {
    const own = names.filter((_, i) => dots[i]?.value === end?.value);
    return own.length > MOST_AT_END ? `${own.length} judges` : own.join(', ');
  };
  return [at(dots.at(-1)), at(dots[0])];
}

/** A judge's interval, in percent of the drawing's height from below. */
interface DrawnInterval {
  readonly dot: StripDot;
  readonly at: number;
  readonly lo: number;
  readonly hi: number;
  /** Whether the tie group is an even one: neighbouring groups lie on different grounds. */
  readonly even: boolean;
}

export interface DrawnIntervals {
  readonly headline: Headline;
  readonly judges: readonly DrawnInterval[];
  /** Judges that the drawing has no room for. */
  readonly left: number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  readonly trivial: readonly { readonly label: string; readonly at: number }[];
}

/** As many as can be told apart at a phone's width. */
const MOST = 60;
const TICKS = 3;
/** Height of a line of text, in percent of the drawing. */
const LINE = 13;

/** In percent of the drawing; null where the board is no leaderboard, has no order or only one value. */
export function intervalsOf(board: Board): DrawnIntervals | null {
  const headline = board.kind === 'leaderboard' ? headlineOfBoard(board) : null;
  if (headline === null) return null;
  const { column } = headline;
  const strip = stripOf({ column, rows: board.rows, references: board.references });
  if (strip === null) return null;
  const shown = strip.dots.slice(0, MOST);
  const ends = shown.flatMap(({ row, value }) => {
    const interval = row.cells[column.key]?.interval ?? null;
    return interval === null ? [value] : [value, interval.lo, interval.hi];
  });
  const scale = scaleLinear()
    .domain([Math.min(...ends), Math.max(...ends)])
    .rangeRound(descends(column.direction) ? [0, HUNDRED] : [HUNDRED, 0]);
  const format = scale.tickFormat(TICKS);
  return {
    headline,
    judges: shown.map((dot) => {
      const { interval = null, rank = null } = dot.row.cells[column.key] ?? {};
      const [one, other] = [scale(interval?.lo ?? dot.value), scale(interval?.hi ?? dot.value)];
      const even = (rank?.tier ?? 1) % 2 === 0;
      return { dot, at: scale(dot.value), lo: Math.min(one, other), hi: Math.max(one, other), even };
    }),
    left: strip.dots.length - shown.length,
    ticks: scale.ticks(TICKS).map((tick) => ({ at: scale(tick), label: format(tick) })),
    trivial: together(
      middles(board.references, column.key)
        .map(({ label, value }) => ({ label, at: scale(value) }))
        .filter(({ at }) => at >= 0 && at <= HUNDRED),
      LINE,
    ),
  };
}
