import type { MetricUse, Protocol } from '../schema/benchmark.ts';
import { METRICS } from './index.ts';
import type { BoardPlace, Metric } from './metric.ts';

export interface PlacedMetric {
  readonly metric: Metric;
  readonly place: BoardPlace;
}

export function placedMetrics(protocol: Protocol): readonly PlacedMetric[] {
  return METRICS.filter(({ protocols }) => protocols.includes(protocol))
    .flatMap((metric) => (metric.board ?? []).map((place) => ({ metric, place })))
    .sort((a, b) => a.place.place - b.place.place);
}

type Wish = Pick<MetricUse, 'id' | 'by' | 'on_boards'>;

/** Gives the column that a benchmark asks for: the metric's own of this slice key, else its first, else one for the whole split. */
function wishedPlace({ board = [] }: Metric, { by }: Wish): BoardPlace {
  const usual = by === undefined ? (board.find((place) => place.by === undefined) ?? board[0]) : undefined;
  const own = usual ?? board.find((place) => place.by === by);
  return own ?? { place: 0, ...(by === undefined ? {} : { by }) };
}

/** From the left: the metrics that the benchmark lists, then those usual for the protocol, without those that it wants left out. */
export function placesFor(protocol: Protocol, wishes: readonly Wish[]): readonly PlacedMetric[] {
  const shown = wishes.filter((wish) => wish.on_boards);
  const wished = shown.flatMap((wish): PlacedMetric[] => {
    const metric = METRICS.find(({ id, protocols }) => id === wish.id && protocols.includes(protocol));
    return metric === undefined ? [] : [{ metric, place: wishedPlace(metric, wish) }];
  });
  const left = (id: string): boolean => wishes.some((wish) => wish.id === id && !wish.on_boards);
  const usual = placedMetrics(protocol).filter(
    ({ metric, place }) =>
      !left(metric.id) && !wished.some((one) => one.metric.id === metric.id && one.place.by === place.by),
  );
  return [...wished, ...usual];
}
