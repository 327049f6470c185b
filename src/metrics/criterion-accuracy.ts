import type { Metric } from './metric.ts';
import { sliceSql } from './slice.ts';
import { EVEN } from './trivial.ts';

export const criterionAccuracy: Metric = {
  id: 'criterion_accuracy',
  label: 'Accuracy',
  name: 'Accuracy on one criterion',
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula: 'judgments on this criterion that name the response people preferred / judgments on this criterion',
  about:
    'How often the judge prefers what people prefer under one criterion. The denominator is the judged prompts of one split that carry a label for that criterion.',
  edge: 'Human labels hold no ties and the judge must choose, so guessing gives one half. Ties, refusals, errors, empty answers and unreadable verdicts are wrong; missing judgments are left out unless missing counts as wrong. Where a run judged in both orders, the first counts.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|0/1', 'B|B|1/1'] },
  source: 'Multi-Crit section 4, tables 3 and 4',
  aggregate: 'ratio',
  sliceKeys: ['split', 'criterion', 'repeat'],
  protocols: ['pairwise'],
  loss: 'num < den',
  published: { rule: 'wilson' },
  rows: ['criterion_accuracy'],
  rightness: 'each',
  better: true,
  board: [{ place: 22, by: 'criterion', needs: ['criteria'] }],
  missing: 'labels',
  trivial: EVEN,
  contributions: `SELECT run, cluster, instance, slice, ((correct & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, mask, ${sliceSql({ split: 'split', criterion: 'name', repeat: 'repeat' })} AS slice
  FROM patterns JOIN criteria ON (scope & mask) <> 0) USING (pattern)`,
};
