import { scaleLinear, scaleLog } from 'd3-scale';
import type { LengthScoreData } from '../../figures/instances/length-score.ts';

/** Room beside the plot; the interactive chart is laid out to leave the same. */
export const ROOM = { left: 46, right: 16, top: 12, bottom: 40 } as const;
/** Half a point beyond the ends, so that a row of the density at 0 or 10 is whole. */
export const SCORES = [-0.5, 10.5] as const;
export const SCORE_TICKS = [0, 2, 4, 6, 8, 10] as const;
/** Width by height of the drawing that is served. */
export const SIZE = { width: 900, height: 440 } as const;

/** Where lengths and scores stand in a drawing of a size, and what stands at a place. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  readonly x: (length: number) => number;
  readonly y: (score: number) => number;
  readonly lengthAt: (x: number) => number;
  readonly scoreAt: (y: number) => number;
  /** Round lengths, few enough to be read. */
  readonly ticks: readonly number[];
}

export function geometryOf(domain: LengthScoreData['domain'], width: number): Geometry {
  const height = (width * SIZE.height) / SIZE.width;
  const x = scaleLog()
    .domain([...domain])
    .range([ROOM.left, width - ROOM.right])
    .clamp(true);
  const y = scaleLinear()
    .domain([...SCORES])
    .range([height - ROOM.bottom, ROOM.top])
    .clamp(true);
  const ticks = x.ticks(6).filter((tick) => /^[125]/.test(String(tick)));
  return {
    width,
    height,
    x: (length) => x(length),
    y: (score) => y(score),
    lengthAt: (at) => x.invert(at),
    scoreAt: (at) => y.invert(at),
    ticks,
  };
}
