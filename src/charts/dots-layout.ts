import { placesOn } from './axis.ts';
import type { DotsChart } from './chart.ts';
import { fittedName } from './DrawnName.tsx';
import { DRAWING_WIDTH, widthOfText } from './label-room.ts';
import type { ChartLayout } from './rows-layout.ts';

/** Half the width of the widest number under the axis, `0.65`. */
const INSET = 16;
const LINE = 18;
const HEAD = 20;
const GAP = 6;
const TOP = 4;
const FOOT = 36;
const APART = 9;
/** Room for the text beside a mark, or above it where it is long. */
export const MARK_ROOM = DRAWING_WIDTH - APART;

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
  if (to + APART + width <= DRAWING_WIDTH) return { x: to + APART, textAnchor: 'start', above: false };
  if (from - APART - width >= 0) return { x: from - APART, textAnchor: 'end', above: false };
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

/** Places marks one below the other, under the name of their row. */
export function dotsLayout({ axis, rows }: DotsChart): DotsLayout {
  const [left, right] = [INSET, DRAWING_WIDTH - INSET];
  const at = placesOn(axis, left, right);
  const heads: DotsLayout['heads'][number][] = [];
  const lines: DotLine[] = [];
  let bottom = TOP;
  for (const { label, run, marks } of rows) {
    heads.push({ label, run, y: bottom + 14 });
    const least = bottom + HEAD + LINE;
    bottom += HEAD;
    for (const mark of marks) {
      const text = besideInterval(at(mark.lo ?? mark.value), at(mark.hi ?? mark.value), mark.text);
      const y = bottom + 8 + (text.above ? LINE - 4 : 0);
      lines.push({ mark, run, y, text });
      bottom = y + LINE - 8;
    }
    bottom = Math.max(bottom, least) + GAP;
  }
  return { width: DRAWING_WIDTH, height: bottom + FOOT, plot: { left, right, top: TOP, bottom }, heads, lines };
}
