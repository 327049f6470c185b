import { meanOf } from '../stats/correlation.ts';
import { none, type Outcome, some } from '../stats/outcome.ts';
import { VARIANCE_OF_SCORES } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import type { SliceSum } from './sums.ts';
import { exact } from './trivial.ts';

/** Gives the variance (n − 1) of the scores over samples, per repeat and then averaged. There is none with one sample. */
function sampleVariance(sums: readonly SliceSum[]): Outcome<number> {
  const groups = new Map<string, { n: number; sum: number; squares: number }>();
  for (const { slice, n, num, squares } of sums) {
    const group = groups.get(slice) ?? { n: 0, sum: 0, squares: 0 };
    groups.set(slice, { n: group.n + n, sum: group.sum + num, squares: group.squares + squares });
  }
  const variances = [...groups.values()]
    .filter(({ n }) => n > 1)
    // Of equal scores the difference may be a rounding error below 0.
    .map(({ n, sum, squares }) => Math.max(0, squares - (sum * sum) / n) / (n - 1));
  if (variances.length === 0) return none('fewer than two scored samples');
  return some(meanOf(variances));
}

export const interSampleVariance: Metric = {
  id: 'inter_sample_variance',
  label: 'Between samples',
  name: 'Inter-sample variance',
  ...VARIANCE_OF_SCORES,
  formula: 'variance (n - 1) over samples of the score before the perturbation; mean over repeats',
  about:
    'Whether a judge uses the scale at all. Near 0 shows near-constant scoring, which makes a high BC cheap. It rests on all samples scored before the perturbation.',
  edge: 'The paper gives no formula; this is our reading. For many samples the upper end is 20.25, scores split evenly between 1 and 10.',
  sketch: { of: 'repeats', rows: ['First|7|4/1', 'Second|3|4/1', 'Third|5|0/1'], value: 'variance' },
  source: 'MM-JudgeBias caption of table 2 and section 4.2; formula ours',
  aggregate: 'derived',
  sliceKeys: ['dimension', 'bias_type', 'repeat'],
  protocols: ['perturbation'],
  figure: 'score-pairs',
  derive: sampleVariance,
  rows: ['inter_sample_variance'],
  board: [{ place: 52 }],
  trivial: { 'constant-scorer': () => exact(0, 'one score only') },
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('dimension', 'bias_type', 'repeat')} AS slice, score AS num, 1::DOUBLE AS den
FROM scores JOIN items USING (instance) WHERE protocol = 'perturbation' AND condition = 'base' AND score IS NOT NULL`,
};
