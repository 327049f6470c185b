import type { Metric } from './metric.ts';

export const reliability: Metric = {
  id: 'reliability',
  label: 'Reliability',
  name: 'Reliability',
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula: 'plain mean over the bias types of BD (integrity, congruity) or BC (robustness)',
  about:
    'One number per judge or per dimension. Each bias type weighs the same, whatever its number of samples; the denominators are those of BD and BC.',
  edge: 'A type without an eligible pair is left out with the reason; the official code counts it as 0 (switch "official zeros"). A constant scorer gets 4/9.',
  source: 'MM-JudgeBias section 3.2, caption of table 2',
  aggregate: 'macro',
  sliceKeys: ['dimension', 'bias_type', 'repeat'],
  protocols: ['perturbation', 'pointwise'],
  loss: 'num < 0.5 * den',
  published: { rule: 'none', reason: 'it contains BD, whose denominators are not printed' },
  figure: 'funnel',
  units: ['dimension', 'bias_type'],
  combination: null,
  derive: null,
  rows: ['bd', 'bc'],
  contributions: null,
};
