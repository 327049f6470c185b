import { abstentionRatio } from './abstention-ratio.ts';
import { allOrdersAccuracy } from './all-orders-accuracy.ts';
import { bc } from './bc.ts';
import { bd } from './bd.ts';
import { bothOrdersAccuracy } from './both-orders-accuracy.ts';
import { cmr } from './cmr.ts';
import { conflictDiscrimination } from './conflict-discrimination.ts';
import { correctionScore } from './correction-score.ts';
import { coverage } from './coverage.ts';
import { criterionAccuracy } from './criterion-accuracy.ts';
import { criterionAverage } from './criterion-average.ts';
import { critiqueAccuracy } from './critique-accuracy.ts';
import { critiqueScore } from './critique-score.ts';
import { decidedAccuracy } from './decided-accuracy.ts';
import { discernment } from './discernment.ts';
import { fourWayAccuracy } from './four-way-accuracy.ts';
import { halo } from './halo.ts';
import { interRunVariance } from './inter-run-variance.ts';
import { interSampleVariance } from './inter-sample-variance.ts';
import { leakage } from './leakage.ts';
import { lean } from './lean.ts';
import { lengthSlope } from './length-slope.ts';
import { lenientAccuracy } from './lenient-accuracy.ts';
import { meanScore } from './mean-score.ts';
import type { Metric } from './metric.ts';
import { orderMajorityAccuracy } from './order-majority-accuracy.ts';
import { overallAccuracy } from './overall-accuracy.ts';
import { pacc } from './pacc.ts';
import { positionConsistency } from './position-consistency.ts';
import { positionRobustness } from './position-robustness.ts';
import { preferenceAccuracy } from './preference-accuracy.ts';
import { rankCorrelation } from './rank-correlation.ts';
import { ratingKappa } from './rating-kappa.ts';
import { reliability } from './reliability.ts';
import { scoreError } from './score-error.ts';
import { selfEnhancement } from './self-enhancement.ts';
import { shareA } from './share-a.ts';
import { shareDecided } from './share-decided.ts';
import { tos } from './tos.ts';
import { verbosityRobustness } from './verbosity-robustness.ts';

/** Every metric, in the order in which the papers present them. */
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
  rankCorrelation,
  ratingKappa,
  scoreError,
  meanScore,
];

const byId: ReadonlyMap<string, Metric> = new Map(METRICS.map((m) => [m.id, m]));

/** Finds the definition of a metric, or undefined for an unknown id. */
export function metricById(id: string): Metric | undefined {
  return byId.get(id);
}
