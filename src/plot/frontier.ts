import { better, type Direction } from '../schema/direction.ts';
import { paretoFront } from '../stats/correlation.ts';

interface Placed {
  readonly x: { readonly value: number };
  readonly y: { readonly value: number };
}

/**
 * Gives the points that no other is at least as good as in both measures and better than in one, from the least value across on; none where
 * a measure has no better end.
 */
export function frontierOf<P extends Placed>(points: readonly P[], x: Direction, y: Direction): readonly P[] {
  if (x === 'none' || y === 'none') return [];
  const isOn = paretoFront(points.map((point) => ({ x: better(x, point.x.value, 0), y: better(y, point.y.value, 0) })));
  return points.filter((_, i) => isOn[i] === true).toSorted((a, b) => a.x.value - b.x.value || a.y.value - b.y.value);
}
