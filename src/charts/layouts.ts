import type { CSSProperties } from 'react';
import { placesOn } from './axis.ts';
import type {
  BarsChart,
  ChartSize,
  CloudChart,
  DotsChart,
  LabelRoom,
  PointsChart,
  RowsChart,
  SlopesChart,
} from './chart.ts';
import { type DrawnEdges, fittedName, freeNames, LETTER_UNITS, type PlacedName, widthOfText } from './names.ts';

/** Every drawing is as wide as this, which is the width of a phone. Wide pages set several side by side. */
export const DRAWING_WIDTH = 400;
const LONGEST_NAME = 150;

/** Tells the sheet how wide a drawing is, where it is no phone's: its words are then as large as those of all others. */
export const drawnUnits = (width: number): CSSProperties | undefined =>
  width === DRAWING_WIDTH ? undefined : ({ '--units': `${width}px` } as CSSProperties);

/** How wide a drawing is, and how long names may be that stand beside their marks. */
const PHONE = { width: DRAWING_WIDTH, most: LONGEST_NAME };

/** Names stand beside their marks where all are short, otherwise above them: there only a name that is longer than the drawing is wide is cut. */
function labelRoom(labels: readonly string[], line: number, { width, most } = PHONE): LabelRoom {
  const widest = Math.max(0, ...labels.map(widthOfText));
  if (widest > most) {
    const tall = line + 14;
    return {
      left: 8,
      line: tall,
      middle: tall - line / 2 + 2,
      label: { x: 4, y: 13, textAnchor: 'start' },
      room: width - 4,
    };
  }
  const left = Math.max(60, widest) + 14;
  return { left, line, middle: line / 2, label: { x: left - 10, y: line / 2 + 4, textAnchor: 'end' }, room: left };
}

/** As wide as a phone, with names above lines where they are long; and for a wide screen, with names beside the lines, as high as the same. */
const SIZES = {
  phone: { width: DRAWING_WIDTH, line: 22, most: 150 },
  wide: { width: 2 * DRAWING_WIDTH, line: 36, most: 340 },
} as const;
const ROW_HEAD = 22;
/** Room for the text at the end of a line. */
const TEXT = 72;
const ROW_INSET = 8;
const ROW_FOOT = 24;
/** The label of the axis needs more. */
const LABEL = 14;
/** A reference has its name on a line of its own. */
export const NOTE_LINE = 14;

/** Gives the room for names of rows. Panels of a figure share that of all their names, so that all plots begin at one place. */
export const rowsRoom = (names: readonly string[], size: ChartSize = 'phone'): LabelRoom =>
  labelRoom(names, SIZES[size].line, SIZES[size]);

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly plot: DrawnEdges;
}

const edgesOf = (room: LabelRoom, size: ChartSize): readonly [number, number] => [
  room.left + ROW_INSET,
  SIZES[size].width - TEXT - ROW_INSET,
];

/** Distance of words beside the zero line from it. */
export const SIDE = 8;

/** Gives the room left and right of zero, where that is the middle of the axis, for words that say what the sides mean. */
export function sideRooms(room: LabelRoom, size: ChartSize): readonly [number, number] {
  const [left, right] = edgesOf(room, size);
  const zero = (left + right) / 2;
  return [zero - SIDE, SIZES[size].width - zero - SIDE];
}

export function rowsLayout({ size, room, notes, rows, axis }: RowsChart): ChartLayout {
  const { width } = SIZES[size];
  const top = ROW_HEAD + notes * NOTE_LINE;
  const bottom = top + rows.length * room.line;
  const [left, right] = edgesOf(room, size);
  return {
    width,
    height: bottom + ROW_FOOT + (axis.label === '' ? 0 : LABEL),
    plot: { left, right, top, bottom },
  };
}

const BAR_LINE = 18;
const BAR_HEAD = 24;
const BAR_FOOT = 24;
/** The name of a group above its rows. */
const GROUP = 20;
const BAR_APART = 6;
/** The text below a bar, and the edges of a drawing of bars alone. */
const BELOW = 22;
const EDGE = 4;
/** Longer names of bars with texts below stand above them. */
const BAR_NAME = 190;

export const barsRoom = (names: readonly string[], bare = false): LabelRoom =>
  labelRoom(names, BAR_LINE, { width: DRAWING_WIDTH, most: bare ? BAR_NAME : BAR_NAME - 40 });

interface BarsLayout extends ChartLayout {
  readonly tops: readonly number[];
  /** Whether the name of its group stands above a row. */
  readonly begins: readonly boolean[];
}

export function barsLayout({ rows, room, bare }: BarsChart): BarsLayout {
  const begins = rows.map(({ group }, i) => group !== '' && rows[i - 1]?.group !== group);
  const line = room.line + (bare ? BELOW : 0);
  const head = bare ? EDGE : BAR_HEAD;
  const tops = rows.map((_, i) => head + i * line + GROUP * begins.slice(0, i + 1).filter(Boolean).length);
  const bottom = (tops.at(-1) ?? head) + line;
  const values = bare ? 0 : Math.max(...rows.map(({ text }) => widthOfText(text)));
  return {
    width: DRAWING_WIDTH,
    height: bottom + (bare ? EDGE : BAR_FOOT),
    plot: { left: room.left, right: DRAWING_WIDTH - values - BAR_APART, top: head, bottom },
    tops,
    begins,
  };
}

/** Half the width of the widest number under the axis, `0.65`. */
const DOT_INSET = 16;
const DOT_LINE = 18;
const DOT_HEAD = 20;
const GAP = 6;
const TOP = 4;
const DOT_FOOT = 36;
const DOT_APART = 9;
/** Room for the text beside a mark, or above it where it is long. */
export const MARK_ROOM = DRAWING_WIDTH - DOT_APART;

type DotMark = DotsChart['rows'][number]['marks'][number];

interface TextPlace {
  readonly x: number;
  readonly textAnchor: 'start' | 'end';
  /** Whether the text needs a line of its own above the mark. */
  readonly above: boolean;
}

/** Places a text right of an interval, else left of it, else above. */
function besideInterval(from: number, to: number, text: string): TextPlace {
  const width = widthOfText(fittedName(text, MARK_ROOM));
  if (to + DOT_APART + width <= DRAWING_WIDTH) return { x: to + DOT_APART, textAnchor: 'start', above: false };
  if (from - DOT_APART - width >= 0) return { x: from - DOT_APART, textAnchor: 'end', above: false };
  return { x: Math.max(2, Math.min(from, DRAWING_WIDTH - width)), textAnchor: 'start', above: true };
}

export interface DotLine {
  readonly mark: DotMark;
  readonly run: string | undefined;
  readonly y: number;
  readonly text: TextPlace;
}

interface DotsLayout extends ChartLayout {
  /** Names of rows, with their baselines. */
  readonly heads: readonly { readonly label: string; readonly run: string | undefined; readonly y: number }[];
  readonly lines: readonly DotLine[];
}

export function dotsLayout({ axis, rows }: DotsChart): DotsLayout {
  const [left, right] = [DOT_INSET, DRAWING_WIDTH - DOT_INSET];
  const at = placesOn(axis, left, right);
  const heads: DotsLayout['heads'][number][] = [];
  const lines: DotLine[] = [];
  let bottom = TOP;
  for (const { label, run, marks } of rows) {
    heads.push({ label, run, y: bottom + 14 });
    const least = bottom + DOT_HEAD + DOT_LINE;
    bottom += DOT_HEAD;
    for (const mark of marks) {
      const text = besideInterval(at(mark.lo ?? mark.value), at(mark.hi ?? mark.value), mark.text);
      const y = bottom + 8 + (text.above ? DOT_LINE - 4 : 0);
      lines.push({ mark, run, y, text });
      bottom = y + DOT_LINE - 8;
    }
    bottom = Math.max(bottom, least) + GAP;
  }
  return { width: DRAWING_WIDTH, height: bottom + DOT_FOOT, plot: { left, right, top: TOP, bottom }, heads, lines };
}

const HEIGHT = 400;
/** A wide one for a desk, on which nearly every mark has its name, and one of phone width. */
const WIDTHS = { wide: 2 * DRAWING_WIDTH, phone: DRAWING_WIDTH } as const;
/** `edge`: what names keep of the right edge, since capitals are wider than most letters. */
const ROOM = { left: 46, right: 14, top: 22, bottom: 42, edge: 8 } as const;

type PlaneChart = PointsChart | CloudChart;

export function pointsLayout({ size }: Pick<PlaneChart, 'size'>): ChartLayout {
  const width = WIDTHS[size];
  const plot = { left: ROOM.left, right: width - ROOM.right, top: ROOM.top, bottom: HEIGHT - ROOM.bottom };
  return { width, height: HEIGHT, plot };
}

export function pointPlaces(chart: Pick<PlaneChart, 'size' | 'x' | 'y'>): {
  readonly across: (value: number) => number;
  readonly up: (value: number) => number;
} {
  const { plot } = pointsLayout(chart);
  return { across: placesOn(chart.x, plot.left, plot.right), up: placesOn(chart.y, plot.bottom, plot.top) };
}

export function seriesNames(chart: CloudChart): readonly (PlacedName | null)[] {
  const { width, plot } = pointsLayout(chart);
  const { across, up } = pointPlaces(chart);
  return freeNames(
    chart.series.map(({ label, x, y }) => ({ text: label, x: across(x), y: up(y), first: false })),
    { left: plot.left, right: width - ROOM.edge, top: plot.top, bottom: plot.bottom },
  );
}

/** Finds a place for the name of each point in which it meets no other name and no mark; null for those that are read at their marks. */
export function pointNames(chart: PointsChart): readonly (PlacedName | null)[] {
  const { width, plot } = pointsLayout(chart);
  const { across, up } = pointPlaces(chart);
  const isNamed = (i: number): boolean => chart.fewNames !== true || chart.points[i]?.first === true;
  return freeNames(
    chart.points.map(({ label, x, y, first }, i) => ({ text: isNamed(i) ? label : '', x: across(x), y: up(y), first })),
    { left: plot.left, right: width - ROOM.edge, top: plot.top, bottom: plot.bottom },
  ).map((name, i) => (isNamed(i) ? name : null));
}

/** Says what the numbers in a drawing stand for: `1 Molmo-7B, 2 Eagle2.5-8B`; empty where all that are named have their names. */
export const numbersInWords = (chart: PointsChart): string =>
  pointNames(chart)
    .flatMap((name, i) =>
      typeof name?.number === 'number' ? [[name.number, chart.points[i]?.label ?? ''] as const] : [],
    )
    .map((one) => one.join('\u00a0'))
    .join(', ');

/** Breaks a text at its spaces into lines of at most `letters` letters; a longer word stays whole. */
function linesOfText(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export const SLOPE_LINE = 26;
const SLOPE_HEAD = 22;
export const HEAD_LINE = 13;
/** Left edge of a name, behind its mark. */
export const SLOPE_NAME = 18;
const MOST_NAME = 150;
export const SLOPE_APART = 6;

/** Gives the units for names in all panels of a figure. */
export const slopeNames = (names: readonly string[]): number =>
  Math.min(MOST_NAME, Math.max(...names.map(widthOfText)));

interface SlopesLayout extends ChartLayout {
  /** The name of each setting, in lines. */
  readonly heads: readonly (readonly string[])[];
}

export function slopesLayout({ names, settings, rows }: SlopesChart): SlopesLayout {
  const left = SLOPE_NAME + names + SLOPE_APART;
  const wide = (DRAWING_WIDTH - left) / settings.length;
  const heads = settings.map((setting) => linesOfText(setting, Math.floor((wide - SLOPE_APART) / LETTER_UNITS)));
  const top = SLOPE_HEAD + (Math.max(...heads.map(({ length }) => length)) + 1) * HEAD_LINE;
  const bottom = top + rows.length * SLOPE_LINE;
  return { width: DRAWING_WIDTH, height: bottom, plot: { left, right: DRAWING_WIDTH, top, bottom: bottom - 1 }, heads };
}
