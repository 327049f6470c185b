import type { Metric } from './metric.ts';

export const discernment: Metric = {
  id: 'discernment',
  label: 'Discernment',
  name: 'Discernment',
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'mean BD over its types + mean BC over its types - 1',
  about:
    'Sensitivity and stability in one number that cannot be won by standing still: 0 for a constant scorer, 1 for a judge that drops fully where it should and never moves where it should not.',
  edge: 'Needs a value for at least one type of each kind. Types weigh the same.',
  source: 'ours',
  aggregate: 'derived',
  sliceKeys: ['dimension', 'bias_type', 'repeat'],
  protocols: ['perturbation', 'pointwise'],
  loss: null,
  published: { rule: 'none', reason: 'it contains BD, whose denominators are not printed' },
  rows: ['bd', 'bc'],
  contributions: null,
};
