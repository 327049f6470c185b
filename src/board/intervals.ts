import { scaleLinear } from 'd3-scale';
import type { Board } from '../schema/board.ts';
import { descends } from '../schema/direction.ts';
import { type Headline, headlineOfBoard } from './headline.ts';
import { middles, type StripDot, stripOf, together } from './strip.ts';

/** A judge's interval, in percent of the drawing's height from below. */
interface DrawnInterval {
  readonly dot: StripDot;
  readonly at: number;
  readonly lo: number;
  readonly hi: number;
  /** Whether the tie group is an even one: neighbouring groups lie on different grounds. */
  readonly even: boolean;
}

/** The intervals of the column that ranks a leaderboard, best judge first. */
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
const HUNDRED = 100;
/** Height of a line of text, in percent of the drawing. */
const LINE = 13;

/**
 * Lays out the values of the ranking column and their intervals, in percent of the drawing; null where the board is no leaderboard, has no
 * order or only one value.
 */
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
