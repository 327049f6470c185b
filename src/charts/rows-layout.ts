import type { ChartSize, RowsChart } from './chart.ts';
import { DRAWING_WIDTH, type LabelRoom, labelRoom } from './label-room.ts';

/** As wide as a phone, with names above lines where they are long; and for a wide screen, with names beside the lines, as high as the same. */
const SIZES = {
  phone: { width: DRAWING_WIDTH, line: 22, most: 150 },
  wide: { width: 2 * DRAWING_WIDTH, line: 36, most: 340 },
} as const;
const HEAD = 22;
/** Room for the text at the end of a line. */
const TEXT = 72;
const INSET = 8;
const FOOT = 24;
/** The label of the axis needs more. */
const LABEL = 14;
/** A reference has its name on a line of its own. */
export const NOTE_LINE = 14;

/** Gives the room for names of rows. Panels of a figure share that of all their names, so that all plots begin at one place. */
export const rowsRoom = (names: readonly string[], size: ChartSize = 'phone'): LabelRoom =>
  labelRoom(names, SIZES[size].line, SIZES[size]);

/** The edges of a plot in its drawing. */
interface PlotEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How large a drawing is, and where its plot lies. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly plot: PlotEdges;
}

const edgesOf = (room: LabelRoom, size: ChartSize): readonly [number, number] => [
  room.left + INSET,
  SIZES[size].width - TEXT - INSET,
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
  const top = HEAD + notes * NOTE_LINE;
  const bottom = top + rows.length * room.line;
  const [left, right] = edgesOf(room, size);
  return {
    width,
    height: bottom + FOOT + (axis.label === '' ? 0 : LABEL),
    plot: { left, right, top, bottom },
  };
}
