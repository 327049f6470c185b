import { descends } from '../schema/metric.ts';
import { decidedAccuracy, fourWayAccuracy, lean, lenientAccuracy, shareA, shareDecided, youden } from './choices.ts';
import { cmr, conflictDiscrimination, halo, leakage, pacc, tos } from './conflicts.ts';
import { coverage } from './coverage.ts';
import { correctionScore, critiqueAccuracy, critiqueScore, lengthSlope, preferenceAccuracy } from './critiques.ts';
import type { Metric } from './metric.ts';
import {
  abstentionRatio,
  bc,
  bd,
  discernment,
  interRunVariance,
  interSampleVariance,
  positionRobustness,
  reliability,
  verbosityRobustness,
} from './perturbations.ts';
import { meanScore, rankCorrelation, ratingKappa, scoreError } from './ratings.ts';
import { selfEnhancement } from './self-enhancement.ts';
import {
  allOrdersAccuracy,
  bothOrdersAccuracy,
  criterionAccuracy,
  criterionAverage,
  orderMajorityAccuracy,
  overallAccuracy,
  positionConsistency,
} from './verdicts.ts';
import { rankTau, sameWinner, winnerProbability } from './winners.ts';

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
