import { OF_SHEETS, OUR_METRIC, SHARE } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';

export const leakage: Metric = {
  id: 'leakage',
  label: 'Leakage',
  name: 'Criterion leakage',
  ...SHARE,
  ...OF_SHEETS,
  ...OUR_METRIC,
  direction: 'lower',
  formula: 'P(verdict on c = label of c′ | labels of c and c′ differ), as a matrix',
  about:
    'How often the answer on one criterion follows another criterion instead, where the two disagree. The denominator is the prompts on which the two labels differ.',
  edge: 'An answer that is no valid verdict follows neither criterion and stays in the denominator.',
  sketch: { of: 'verdicts', rows: ['A B|B B|1/2', 'A B|A B|0/2', 'A A|A A|0/0'] },
  sliceKeys: ['split', 'criterion', 'other', 'repeat'],
  loss: 'num > 0',
  figure: 'leakage',
  rows: ['leakage'],
  onDemand: true,
  missing: 'labels',
  contributions: `SELECT run, cluster, instance, slice, (((a | b) & ~correct & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, mask, ${slicedBy('split', 'criterion', 'other', 'repeat')} AS slice
  FROM opposed) USING (pattern)`,
};
