import { scaleLinear, scaleLog } from 'd3-scale';
import type { LengthScoreData } from './data.ts';

/** Room beside the plot. */
export const ROOM = { left: 46, right: 16, top: 12, bottom: 40 } as const;
/** The scores that are drawn reach half a point beyond the scale, so that a row of the density at 0 or 10 is whole. */
const SCORES = [-0.5, 10.5] as const;
export const SCORE_TICKS = [0, 2, 4, 6, 8, 10] as const;
/** Width by height of the drawing, in its own units. */
export const SIZE = { width: 900, height: 440 } as const;

/** Where lengths and scores stand in the drawing, and what stands at a place. */
export interface LengthGeometry {
  readonly x: (length: number) => number;
  readonly y: (score: number) => number;
  readonly lengthAt: (x: number) => number;
  readonly scoreAt: (y: number) => number;
  /** Round lengths, few enough to be read. */
  readonly ticks: readonly number[];
}

export function geometryOf(domain: LengthScoreData['domain']): LengthGeometry {
  const x = scaleLog()
    .domain([...domain])
    .range([ROOM.left, SIZE.width - ROOM.right])
    .clamp(true);
  const y = scaleLinear()
    .domain([...SCORES])
    .range([SIZE.height - ROOM.bottom, ROOM.top])
    .clamp(true);
  const ticks = x.ticks(6).filter((tick) => /^[125]/.test(String(tick)));
  return {
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

/** A part of the drawing's width or height, for a style. */
export const cssPercent = (part: number, of: number): string => `${((100 * part) / of).toFixed(3)}%`;

/** Where a pointer is, in an element that the drawing fills. */
export function placeIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): PlotPlace {
  const box = element.getBoundingClientRect();
  return {
    x: ((clientX - box.left) * SIZE.width) / box.width,
    y: ((clientY - box.top) * SIZE.height) / box.height,
  };
}
