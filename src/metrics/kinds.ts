import type { Metric } from './metric.ts';

/*
 * What metrics of a kind have in common. A metric's file names its kinds first and then says what is its own, so that two metrics
 * that look alike can be told apart at a glance.
 */

/** A share of rows: from none (0) to all (1). */
export const SHARE = { unit: 'ratio', range: [0, 1], aggregate: 'ratio' } as const satisfies Partial<Metric>;

/** A share of right answers: a row that is not wholly right costs the judge something. */
export const SHARE_RIGHT = { ...SHARE, direction: 'higher', loss: 'num < den' } as const satisfies Partial<Metric>;

/** No paper has it, and nothing that papers print gives it. */
export const OUR_METRIC = {
  source: 'ours',
  published: { rule: 'none', reason: 'needs the judgments' },
} as const satisfies Partial<Metric>;

/** Over single verdicts on labelled criteria. */
export const OF_VERDICTS = {
  sliceKeys: ['split', 'criterion', 'repeat'],
  protocols: ['pairwise'],
  missing: 'labels',
} as const satisfies Partial<Metric>;

/** Over what a run judged with either response shown first. */
export const OF_BOTH_ORDERS = {
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  source: 'ours',
  published: { rule: 'none', reason: 'needs the judgments in both orders' },
} as const satisfies Partial<Metric>;

/** Over answer sheets: all criteria that a prompt is judged by. */
export const OF_SHEETS = { protocols: ['pairwise'], needs: ['sheets'] } as const satisfies Partial<Metric>;

/** Over scores before and after a perturbation. */
export const OF_PERTURBATIONS = {
  sliceKeys: ['dimension', 'bias_type', 'repeat'],
  protocols: ['perturbation', 'pointwise'],
} as const satisfies Partial<Metric>;

/** The same as a share of what was possible, worked out per bias type; over several types it is their plain mean. */
export const OF_BIAS_TYPES = {
  ...OF_PERTURBATIONS,
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  aggregate: 'macro',
  units: ['dimension', 'bias_type'],
  loss: 'num < 0.5 * den',
  figure: 'funnel',
  attributes: true,
  missing: 'pairs',
} as const satisfies Partial<Metric>;

/** A score of 0 to 10 that a critique judge gave; less than half of them costs points. */
export const SCORE_OF_CRITIQUES = {
  unit: 'score',
  range: [0, 10],
  direction: 'higher',
  aggregate: 'ratio',
  protocols: ['critique'],
  loss: 'num < 5 * den',
  attributes: true,
} as const satisfies Partial<Metric>;

/** How scores of 1 to 10 differ among themselves: at most (10 - 1)² / 2, which is two scores at the ends of the scale. */
export const VARIANCE_OF_SCORES = {
  unit: 'variance',
  range: [0, 40.5],
  direction: 'none',
  loss: null,
  published: { rule: 'none', reason: 'a variance of unprinted scores' },
} as const satisfies Partial<Metric>;
