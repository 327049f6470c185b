import { sliceSql } from '../../src/metrics/items.ts';
import type { Metric } from '../../src/metrics/metric.ts';

/** A metric of no paper: all that adding one takes, but for its line in the index. */
export const firstShare: Metric = {
  id: 'first_share',
  label: 'First',
  name: 'Share of first responses',
  unit: 'ratio',
  range: [0, 1],
  direction: 'lower',
  formula: 'verdicts for the first response / verdicts',
  about: 'How often the judge names the response that is shown first.',
  sketch: { of: 'verdicts', rows: ['A|B|1/1'] },
  edge: 'What is no verdict is left out.',
  source: 'ours',
  aggregate: 'ratio',
  sliceKeys: ['split', 'repeat'],
  protocols: ['pairwise'],
  loss: 'num > 0',
  published: { rule: 'none', reason: 'needs the judgments' },
  rows: ['first_share'],
  board: [{ place: 27 }],
  attributes: true,
  contributions: `SELECT run, cluster, instance, ${sliceSql({ split: 'split', repeat: 'repeat' })} AS slice,
  bit_count(a)::DOUBLE AS num, bit_count(a | b)::DOUBLE AS den
FROM sheets JOIN patterns USING (pattern) WHERE (a | b) <> 0`,
};
