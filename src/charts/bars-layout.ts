import type { BarsChart } from './chart.ts';
import { DRAWING_WIDTH, type LabelRoom, labelRoom, widthOfText } from './label-room.ts';
import type { ChartLayout } from './rows-layout.ts';

const LINE = 18;
const HEAD = 24;
const FOOT = 24;
/** The name of a group above its rows. */
const GROUP = 20;
const APART = 6;
/** The text below a bar, and the edges of a drawing of bars alone. */
const BELOW = 22;
const EDGE = 4;
/** Longer names of bars with texts below stand above them. */
const MOST = 190;

/** Gives the room for names of bars. Panels of a figure share that of all their names. */
export const barsRoom = (names: readonly string[], bare = false): LabelRoom =>
  labelRoom(names, LINE, { width: DRAWING_WIDTH, most: bare ? MOST : MOST - 40 });

interface BarsLayout extends ChartLayout {
  /** Where each row begins. */
  readonly tops: readonly number[];
  /** Whether the name of its group stands above a row. */
  readonly begins: readonly boolean[];
}

/** Places bars below each other, under the names of their groups. */
export function barsLayout({ rows, room, bare }: BarsChart): BarsLayout {
  const begins = rows.map(({ group }, i) => group !== '' && rows[i - 1]?.group !== group);
  const line = room.line + (bare ? BELOW : 0);
  const head = bare ? EDGE : HEAD;
  const tops = rows.map((_, i) => head + i * line + GROUP * begins.slice(0, i + 1).filter(Boolean).length);
  const bottom = (tops.at(-1) ?? head) + line;
  const values = bare ? 0 : Math.max(...rows.map(({ text }) => widthOfText(text)));
  return {
    width: DRAWING_WIDTH,
    height: bottom + (bare ? EDGE : FOOT),
    plot: { left: room.left, right: DRAWING_WIDTH - values - APART, top: head, bottom },
    tops,
    begins,
  };
}
