import type { CorrelatedPoint } from './correlation.ts';

/** Says for each point whether no other is at least as high in both and higher in one. Equal points are in it together or not at all. */
export function paretoFront(points: readonly CorrelatedPoint[]): boolean[] {
  return points.map((p) => !points.some((q) => q.x >= p.x && q.y >= p.y && (q.x > p.x || q.y > p.y)));
}
