import type { Point } from './correlation.ts';

/** For each point: is no other at least as high in both and higher in one? Equal points stand or fall together. */
export function paretoFront(points: readonly Point[]): boolean[] {
  return points.map((p) => !points.some((q) => q.x >= p.x && q.y >= p.y && (q.x > p.x || q.y > p.y)));
}
