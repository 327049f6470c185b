import { VARIANCE_OF_SCORES } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { exact } from './trivial.ts';

export const interRunVariance: Metric = {
  id: 'inter_run_variance',
  label: 'Between runs',
  name: 'Inter-run variance',
  ...VARIANCE_OF_SCORES,
  formula: 'mean over samples of the variance (n - 1) of the score over the repeats',
  about:
    'How far a judge differs from itself when asked again. The denominator is the samples scored in at least two repeats, before the perturbation.',
  edge: 'The paper gives no formula; this is our reading. The upper end is for two scores at the ends of the scale; for three it is 27.',
  sketch: { of: 'repeats', rows: ['First|7 7 7|0/1', 'Second|6 7 8|1/1'] },
  source: 'MM-JudgeBias caption of table 2; formula ours',
  aggregate: 'ratio',
  sliceKeys: ['split', 'dimension', 'bias_type'],
  protocols: ['perturbation', 'pointwise'],
  rows: ['inter_run_variance'],
  board: [{ place: 50 }],
  trivial: { 'constant-scorer': () => exact(0, 'one score only') },
  contributions: `SELECT run, any_value(cluster) AS cluster, instance, ${slicedBy('split', 'dimension', 'bias_type')} AS slice,
  var_samp(score) AS num, 1::DOUBLE AS den
FROM scores JOIN items USING (instance) WHERE condition = 'base' AND score IS NOT NULL AND repeat <> ''
GROUP BY run, instance, response, criterion, split, dimension, bias_type HAVING count(*) > 1`,
};
