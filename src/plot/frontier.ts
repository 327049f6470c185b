import type { Axis } from '../charts/chart.ts';
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

/** A place by its values on both axes, and a straight line between two. */
type Place = readonly [x: number, y: number];
type Stretch = readonly [from: Place, to: Place];

/** Cuts a stretch off where an axis ends, as it is drawn: on a logarithmic axis by factors. Null where nothing of it is between the ends. */
function stretchWithin(stretch: Stretch, axes: readonly [Axis, Axis]): Stretch | null {
  const onAxis = axes.map(({ log, domain }, side) => {
    const place = (value: number): number => (log ? Math.log(value) : value);
    const [from, to, lo, hi] = [stretch[0][side] ?? 0, stretch[1][side] ?? 0, ...domain].map(place);
    return { from: from ?? 0, by: (to ?? 0) - (from ?? 0), lo: lo ?? 0, hi: hi ?? 0, value: log ? Math.exp : Number };
  });
  let [start, end] = [0, 1];
  for (const { from, by, lo, hi } of onAxis) {
    // Along an end of the axis, or beyond it.
    if (by === 0 && (from < lo || from > hi)) return null;
    if (by === 0) continue;
    const [a, b] = [(lo - from) / by, (hi - from) / by];
    start = Math.max(start, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
  }
  if (start >= end) return null;
  const at = (share: number): Place => {
    const [x, y] = onAxis.map(({ from, by, value }) => value(from + share * by));
    return [x ?? 0, y ?? 0];
  };
  return [start === 0 ? stretch[0] : at(start), end === 1 ? stretch[1] : at(end)];
}

/** Joins places in their order by what of the line lies within both axes: a place beyond them still draws the line towards itself. */
export function lineWithin(places: readonly Place[], { x, y }: { readonly x: Axis; readonly y: Axis }) {
  return places.flatMap((to, i): readonly Stretch[] => {
    const from = places[i - 1];
    const cut = from === undefined ? null : stretchWithin([from, to], [x, y]);
    return cut === null ? [] : [cut];
  });
}
