import type { Metric } from './metric.ts';

export const overallAccuracy: Metric = {
  id: 'overall_accuracy',
  label: 'Overall accuracy',
  name: 'Accuracy over all judgments',
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula: 'judgments that name the response people preferred / judgments',
  about:
    'Every judgment weighs the same, so criteria with more labels count more. The denominator is all judgments of the split.',
  edge: 'Not printed in the paper; offered for runs that come with their judgments. The rules are those of the accuracy on one criterion.',
  source: 'ours',
  aggregate: 'ratio',
  sliceKeys: ['split', 'criterion', 'repeat'],
  protocols: ['pairwise'],
  loss: 'num < den',
  published: { rule: 'wilson' },
  units: [],
  combination: null,
  derive: null,
  rows: ['criterion_accuracy'],
  contributions: null,
};
