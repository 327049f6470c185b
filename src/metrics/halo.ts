import type { Metric } from './metric.ts';
import { sliceSql } from './slice.ts';

export const halo: Metric = {
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
  rows: ['halo'],
  contributions: `WITH votes AS (
  SELECT run, cluster, instance, split, repeat, bit_count(a & scope)::INTEGER AS n_a, bit_count(b & scope)::INTEGER AS n_b,
    bit_count((a | b) & gold_a)::INTEGER AS valid_a, bit_count((a | b) & gold_b)::INTEGER AS valid_b
  FROM sheets JOIN patterns USING (pattern))
SELECT run, cluster, instance, ${sliceSql({ split: 'split', repeat: 'repeat' })} AS slice,
  (valid_a * valid_b - n_a * n_b)::DOUBLE AS num, (valid_a * valid_b)::DOUBLE AS den
FROM votes WHERE valid_a * valid_b > 0 OR n_a * n_b > 0`,
};
