import { SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { bestOfStage, EVEN } from './trivial.ts';

export const critiqueAccuracy: Metric = {
  id: 'critique_accuracy',
  label: 'Accuracy',
  name: 'Critique accuracy',
  ...SHARE_RIGHT,
  formula: 'samples where the correct-or-error verdict equals the label / samples',
  about:
    'How often the judge rightly says whether a response is correct. The denominator is the samples of the subset or task type with a readable verdict.',
  edge: 'A sample without a readable verdict is left out, as the printed values suggest, unless missing counts as wrong. n therefore differs between judges and between accuracy and score.',
  sketch: { of: 'labels', rows: ['correct|correct|1/1', 'error|correct|0/1'] },
  source: 'MM-Critic section 4.2, equation 1',
  sliceKeys: ['subset', 'task_type', 'quality_band', 'repeat'],
  protocols: ['critique'],
  published: { rule: 'wilson-questions' },
  rows: ['critique_accuracy'],
  rightness: 'each',
  better: true,
  board: [{ place: 10 }, { place: 12, by: 'subset' }],
  attributes: true,
  missing: 'labels',
  trivial: { ...EVEN, ...bestOfStage('critique') },
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('subset', 'task_type', 'quality_band', 'repeat')} AS slice,
  (label IS NOT DISTINCT FROM verdict)::DOUBLE AS num, 1::DOUBLE AS den
FROM replies CROSS JOIN settings WHERE stage = 'critique' AND (verdict IS NOT NULL OR missing = 'wrong')`,
};
