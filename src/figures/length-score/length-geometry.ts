import { scaleLinear, scaleLog } from 'd3-scale';
import { DRAWING_WIDTH } from '../../charts/label-room.ts';
import type { LengthScoreData } from './data.ts';

/** The scores that are drawn reach half a point beyond the scale, so that a row of the density at 0 or 10 is whole. */
const SCORES = [-0.5, 10.5] as const;
export const SCORE_TICKS = [0, 2, 4, 6, 8, 10] as const;
/** Width and height of the drawing, in its own units. */
export const PLOT_SIZE = { width: 900, height: 440 } as const;
export const PHONE_SIZE = { width: DRAWING_WIDTH, height: 440 } as const;
/** Room above and below the plot, and beside it in parts of the width, so that a rectangle lies on the same marks in either drawing. */
const ROOM = { left: 0.0625, right: 0.02, top: 12, bottom: 40 } as const;
/** Gives the distance of two lengths on the axis, in units of the drawing. */
const TICK = 40;

/** Where lengths and scores stand in the drawing, and what stands at a place. */
export interface LengthGeometry {
  readonly size: { readonly width: number; readonly height: number };
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly x: (length: number) => number;
  readonly y: (score: number) => number;
  readonly lengthAt: (x: number) => number;
  readonly scoreAt: (y: number) => number;
  /** Round lengths, few enough to be read. */
  readonly ticks: readonly number[];
}

export function geometryOf(
  domain: LengthScoreData['domain'],
  size: LengthGeometry['size'] = PLOT_SIZE,
): LengthGeometry {
  const [left, right] = [ROOM.left * size.width, (1 - ROOM.right) * size.width];
  const bottom = size.height - ROOM.bottom;
  const x = scaleLog()
    .domain([...domain])
    .range([left, right])
    .clamp(true);
  const y = scaleLinear()
    .domain([...SCORES])
    .range([bottom, ROOM.top])
    .clamp(true);
  const round = x.ticks(6).filter((tick) => /^[125]/.test(String(tick)));
  const ticks = round.filter((tick, i) => i === 0 || x(tick) - x(round[i - 1] ?? tick) >= TICK);
  return {
    size,
    left,
    right,
    bottom,
    x: (length) => x(length),
    y: (score) => y(score),
    lengthAt: (at) => x.invert(at),
    scoreAt: (at) => y.invert(at),
    ticks,
  };
}

/** A place in the drawing, in its units. */
export interface PlotPlace {
  readonly x: number;
  readonly y: number;
}

/** Writes a part of the drawing's width or height for a style: `cssPercent(1, 8)` → `12.500%`. */
export const cssPercent = (part: number, of: number): string => `${((100 * part) / of).toFixed(3)}%`;

/** Says where a pointer is, in an element that the drawing fills. */
export function placeInPlot(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): PlotPlace {
  const box = element.getBoundingClientRect();
  return {
    x: ((clientX - box.left) * PLOT_SIZE.width) / box.width,
    y: ((clientY - box.top) * PLOT_SIZE.height) / box.height,
  };
}
