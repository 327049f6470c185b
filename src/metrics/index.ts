import type { MetricUse, Protocol } from '../schema/benchmark.ts';
import { descends } from '../schema/metric.ts';
import { decidedAccuracy, fourWayAccuracy, lean, lenientAccuracy, shareA, shareDecided, youden } from './choices.ts';
import { cmr, conflictDiscrimination, halo, leakage, pacc, tos } from './conflicts.ts';
import { coverage } from './coverage.ts';
import { correctionScore, critiqueAccuracy, critiqueScore, lengthSlope, preferenceAccuracy } from './critiques.ts';
import type { BoardPlace, Metric } from './metric.ts';
import {
  abstentionRatio,
  bc,
  bd,
  discernment,
  interRunVariance,
  interSampleVariance,
  positionRobustness,
  reliability,
  selfEnhancement,
  verbosityRobustness,
} from './perturbations.ts';
import { meanScore, rankCorrelation, ratingKappa, scoreError } from './ratings.ts';
import {
  allOrdersAccuracy,
  bothOrdersAccuracy,
  criterionAccuracy,
  criterionAverage,
  orderMajorityAccuracy,
  overallAccuracy,
  positionConsistency,
  rankTau,
  sameWinner,
  winnerProbability,
} from './verdicts.ts';

interface PlacedMetric {
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

export const METRICS: readonly Metric[] = [
  pacc,
  tos,
  cmr,
  criterionAccuracy,
  criterionAverage,
  overallAccuracy,
  allOrdersAccuracy,
  bothOrdersAccuracy,
  orderMajorityAccuracy,
  positionConsistency,
  coverage,
  conflictDiscrimination,
  halo,
  leakage,
  bd,
  bc,
  reliability,
  discernment,
  interRunVariance,
  interSampleVariance,
  abstentionRatio,
  positionRobustness,
  verbosityRobustness,
  selfEnhancement,
  critiqueAccuracy,
  critiqueScore,
  correctionScore,
  preferenceAccuracy,
  lengthSlope,
  fourWayAccuracy,
  lenientAccuracy,
  decidedAccuracy,
  shareDecided,
  shareA,
  lean,
  youden,
  rankCorrelation,
  ratingKappa,
  scoreError,
  meanScore,
  sameWinner,
  winnerProbability,
  rankTau,
];

const byId: ReadonlyMap<string, Metric> = new Map(METRICS.map((m) => [m.id, m]));

export function metricById(id: string): Metric | undefined {
  return byId.get(id);
}

/** Gives the description of a metric for exported files; of an unknown one its id. */
export function metricTold(
  id: string,
): Pick<Metric, 'id' | 'name' | 'about' | 'range'> & { readonly lowerIsBetter: boolean } {
  const metric = metricById(id);
  return {
    id,
    name: metric?.name ?? id,
    about: metric?.about ?? '',
    range: metric?.range ?? null,
    // Files of others know two directions: of a number whose ideal is 0 less is better.
    lowerIsBetter: !descends(metric?.direction ?? 'none'),
  };
}
