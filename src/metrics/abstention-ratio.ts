import { OF_PERTURBATIONS, SHARE } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';

export const abstentionRatio: Metric = {
  id: 'abstention_ratio',
  label: 'Abstained',
  name: 'Abstention ratio',
  ...SHARE,
  ...OF_PERTURBATIONS,
  direction: 'none',
  formula: 'samples answered with N/A after the perturbation / samples answered',
  about:
    'Share of samples a judge declines to score once it may. The denominator is all samples with an answer after the perturbation; dimensions and the overall value pool samples.',
  edge: 'N/A is looked for before a score is read. Samples with an N/A on either side are left out of BD and BC.',
  sketch: { of: 'scores', rows: ['8|N/A|1/1', '6|6|0/1'] },
  source: 'MM-JudgeBias section 4.4, appendix I, table 15',
  loss: null,
  published: { rule: 'none', reason: 'abstention is a behaviour, not an estimate of quality' },
  figure: 'funnel',
  rows: ['abstention_ratio'],
  board: [{ place: 54 }],
  attributes: true,
  contributions: `SELECT run, cluster, instance, ${slicedBy('dimension', 'bias_type', 'repeat')} AS slice,
  (parse = 'abstained')::DOUBLE AS num, 1::DOUBLE AS den
FROM pairs WHERE parse <> 'missing'`,
};
