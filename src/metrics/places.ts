import type { Protocol } from '../schema/benchmark.ts';
import { METRICS } from './index.ts';
import type { BoardPlace, Metric } from './metric.ts';

/** A metric with one of its places on the boards. */
export interface Placed {
  readonly metric: Metric;
  readonly place: BoardPlace;
}

/** What the boards of a protocol show, from the left. */
export function placesOf(protocol: Protocol): readonly Placed[] {
  return METRICS.filter(({ protocols }) => protocols.includes(protocol))
    .flatMap((metric) => (metric.board ?? []).map((place) => ({ metric, place })))
    .sort((a, b) => a.place.place - b.place.place);
}
