import type { MetricDefinition } from '../schema/metric.ts';

export const halo: MetricDefinition = {
  id: 'halo',
  label: 'Halo',
  name: 'Halo',
  unit: 'ratio',
  range: null,
  direction: 'lower',
  formula: '1 - pairs of criteria with different verdicts / pairs of criteria with different labels',
  about:
    'How far one overall impression stands in for separate criteria: 0 when verdicts differ as often as labels do, 1 when they never differ, below 0 when they differ more often. The denominator is the pairs of criteria on which the labels differ.',
  edge: 'Only pairs in which both answers are valid are counted, on both sides of the fraction, so that unreadable answers do not look like a halo.',
  source: 'ours',
  aggregate: 'derived',
  sliceKeys: ['split', 'repeat'],
  protocols: ['pairwise'],
  loss: null,
  published: { rule: 'none', reason: 'needs the judgments' },
};
