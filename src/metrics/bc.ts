import { OF_BIAS_TYPES } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { exact } from './trivial.ts';

export const bc: Metric = {
  id: 'bc',
  label: 'BC',
  name: 'Bias-Conformity',
  ...OF_BIAS_TYPES,
  formula:
    'mean over pairs of 1 - |y - y′| / max(y - 1, S - y), S = 10; over several bias types the plain mean of theirs',
  about:
    'How steady the score stayed under a change that should not matter: 1 means the same score, 0 the largest move possible from y. The denominator is all scored pairs of one bias type.',
  edge: 'A judge that gives everything the same score reaches 1, which is why the variance over samples stands beside it. A pair without two scores is dropped.',
  sketch: { of: 'scores', rows: ['9|9|1/1', '5|8|0.4/1'] },
  source: 'MM-JudgeBias section 3.2',
  published: { rule: 'bounded-at-most' },
  rows: ['bc'],
  rightness: 'each',
  board: [{ place: 42, by: 'bias_type' }],
  trivial: { 'constant-scorer': () => exact(1, 'its score never moves') },
  contributions: `SELECT run, cluster, instance, ${slicedBy('dimension', 'bias_type', 'repeat')} AS slice,
  1 - abs(y - z) / greatest(y - 1, 10 - y) AS num, 1::DOUBLE AS den
FROM pairs WHERE dimension = 'robustness' AND y IS NOT NULL AND z IS NOT NULL`,
};
