import type { Metric } from './metric.ts';
import { sliceSql } from './slice.ts';

export const conflictDiscrimination: Metric = {
  id: 'conflict_discrimination',
  label: 'Discrimination',
  name: 'Conflict discrimination',
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'P(verdicts differ | labels differ) - P(verdicts differ | labels agree), over pairs of criteria',
  about:
    'Trade-off sensitivity with the false alarms taken off: how much more often the judge separates two criteria when people did than when people did not. The denominators are the pairs of criteria with differing and with equal labels.',
  edge: 'Only two valid answers can differ. 0 for a judge that differs at random, and for one that never differs.',
  source: 'ours',
  aggregate: 'derived',
  sliceKeys: ['split', 'gold', 'repeat'],
  protocols: ['pairwise'],
  loss: null,
  published: { rule: 'none', reason: 'needs the judgments' },
  rows: ['conflict_discrimination'],
  contributions: `WITH votes AS (
  SELECT run, cluster, instance, split, repeat, n_a, n_b, bit_count(a & gold_a)::INTEGER AS aa, bit_count(b & gold_a)::INTEGER AS ab,
    bit_count(a & gold_b)::INTEGER AS ba, bit_count(b & gold_b)::INTEGER AS bb
  FROM sheets JOIN patterns USING (pattern) WHERE n_a + n_b > 1)
SELECT run, cluster, instance, ${sliceSql({ split: 'split', gold: "'differ'", repeat: 'repeat' })} AS slice,
  (aa * bb + ab * ba)::DOUBLE AS num, (n_a * n_b)::DOUBLE AS den
FROM votes WHERE n_a * n_b > 0
UNION ALL
SELECT run, cluster, instance, ${sliceSql({ split: 'split', gold: "'agree'", repeat: 'repeat' })},
  (aa * ab + ba * bb)::DOUBLE, (n_a * (n_a - 1) / 2 + n_b * (n_b - 1) / 2)::DOUBLE
FROM votes WHERE n_a > 1 OR n_b > 1`,
};
