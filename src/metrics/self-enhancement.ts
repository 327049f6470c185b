import type { MetricDefinition } from '../schema/metric.ts';

export const selfEnhancement: MetricDefinition = {
  id: 'self_enhancement',
  label: 'Self-enhancement',
  name: 'Self-enhancement',
  unit: 'number',
  range: null,
  direction: 'none',
  formula:
    's(j,g) - mean over generators - mean over judges + grand mean; s(j,g) = mean score of judge j for responses of generator g',
  about:
    'Whether a judge favours responses of its own model. Centring over judges and generators takes off what is due to a strict judge or a good generator; 0 means no preference.',
  edge: 'Needs at least two judges and two generators, and every judge must have scored every generator; without that there is no value.',
  source: 'MM-JudgeBias section 4.4 and appendix H; centring ours',
  aggregate: 'derived',
  sliceKeys: ['generator', 'repeat'],
  protocols: ['perturbation', 'pointwise', 'pairwise'],
  loss: null,
  published: { rule: 'none', reason: 'printed as a figure only' },
};
