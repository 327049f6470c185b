import { OUR_METRIC } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';

export const meanScore: Metric = {
  id: 'mean_score',
  label: 'Mean score',
  name: 'Mean score',
  ...OUR_METRIC,
  unit: 'score',
  range: [0, 10],
  direction: 'none',
  formula: 'mean of the scores given',
  about:
    'Leniency of a judge, by criterion and by the model whose responses it scored. The denominator is the scores that could be read.',
  edge: 'A high mean does not make a better judge: compare it with human ratings, or compare models under one judge.',
  sketch: { of: 'given', rows: ['First|8|8/1', 'Second|5|5/1'] },
  aggregate: 'ratio',
  sliceKeys: ['split', 'criterion', 'generator', 'repeat'],
  protocols: ['pointwise'],
  loss: null,
  rows: ['mean_score'],
  board: [{ place: 8, by: 'criterion' }],
  attributes: true,
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('split', 'criterion', 'generator', 'repeat')} AS slice, score AS num, 1::DOUBLE AS den
FROM ratings`,
};
