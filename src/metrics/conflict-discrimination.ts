import type { MetricDefinition } from '../schema/metric.ts';

export const conflictDiscrimination: MetricDefinition = {
  id: 'conflict_discrimination',
  label: 'Discrimination',
  name: 'Conflict discrimination',
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'P(verdicts differ | labels differ) - P(verdicts differ | labels agree), over pairs of criteria',
  about:
    'Trade-off sensitivity with the false alarms taken off: how much more often the judge separates two criteria when people did than when people did not. The denominators are the pairs of criteria with differing and with equal labels.',
  edge: 'Only two valid answers can differ. 0 for a judge that differs at random, and for one that never differs.',
  source: 'ours',
  aggregate: 'derived',
  sliceKeys: ['split', 'gold', 'repeat'],
  protocols: ['pairwise'],
  loss: null,
  published: { rule: 'none', reason: 'needs the judgments' },
};
