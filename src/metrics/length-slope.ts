import type { Metric } from './metric.ts';

export const lengthSlope: Metric = {
  id: 'length_slope',
  label: 'Length slope',
  name: 'Score per log length',
  unit: 'number',
  range: null,
  direction: 'none',
  formula: 'within a judge: slope of critique score on ln(characters of the critique)',
  about:
    'How many points a critique gains when it is e (about 2.7) times as long. A positive slope means that longer critiques score higher, be it for substance or for bulk. It rests on the scored critiques of at least one character.',
  edge: 'No value when all critiques are equally long. Compare judges at a common length with the adjusted means.',
  sketch: { of: 'lengths', rows: ['100|5|4.61/1', '272|6|5.61/1'], value: 'slope' },
  source: 'MM-Critic section 5; regression ours',
  aggregate: 'derived',
  sliceKeys: ['task_type', 'quality_band'],
  protocols: ['critique'],
  loss: null,
  published: { rule: 'none', reason: 'needs the critiques' },
  figure: 'length-score',
  rows: [],
  contributions: null,
};
