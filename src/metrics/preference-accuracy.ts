import { IS_DECIDED } from './critiques.ts';
import { SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { bestOfStage, EVEN } from './trivial.ts';

export const preferenceAccuracy: Metric = {
  id: 'preference_accuracy',
  label: 'Preference',
  name: 'Preference accuracy',
  ...SHARE_RIGHT,
  formula: 'pairs where the response of higher quality is chosen / pairs',
  about:
    'How often the judge picks the better of two responses to one question, by their quality labels. The denominator is the pairs with a readable choice.',
  edge: 'Equal quality is no label, and neither is a tie or both bad. A pair without a readable choice is left out, as the printed values suggest, unless missing counts as wrong; a tie is wrong.',
  sketch: { of: 'labels', rows: ['A|A|1/1', 'B|A|0/1'] },
  source: 'MM-Critic section 4.2, equation 2',
  sliceKeys: ['quality_pair', 'task_type', 'repeat'],
  protocols: ['critique'],
  published: { rule: 'wilson-largest-n' },
  rows: ['preference_accuracy'],
  rightness: 'each',
  board: [{ place: 40 }, { place: 42, by: 'quality_pair' }],
  attributes: true,
  missing: 'labels',
  trivial: { ...EVEN, ...bestOfStage('preference') },
  contributions: `SELECT run, cluster, instance, ${slicedBy('quality_pair', 'task_type', 'repeat')} AS slice,
  (label IS NOT DISTINCT FROM verdict)::DOUBLE AS num, 1::DOUBLE AS den
FROM replies CROSS JOIN settings WHERE stage = 'preference' AND ${IS_DECIDED} AND (verdict IS NOT NULL OR missing = 'wrong')`,
};
