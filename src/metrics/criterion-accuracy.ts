import { OF_VERDICTS, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { CRITERION_SLICE } from './sheets.ts';
import { EVEN } from './trivial.ts';

export const criterionAccuracy: Metric = {
  id: 'criterion_accuracy',
  label: 'Accuracy',
  name: 'Accuracy on one criterion',
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  formula: 'judgments on this criterion that name the labelled response / judgments on this criterion',
  about:
    'How often the judge prefers the labelled response under one criterion. The denominator is the judged prompts of one split that carry a label for that criterion.',
  edge: 'Human labels hold no ties and the judge must choose, so guessing gives one half. Ties, refusals, errors, empty answers and unreadable verdicts are wrong; missing judgments are left out unless missing counts as wrong. Where a run judged in both orders, the first counts.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|0/1', 'B|B|1/1'] },
  source: 'Multi-Crit section 4, tables 3 and 4',
  published: { rule: 'wilson' },
  rows: ['criterion_accuracy'],
  rightness: 'each',
  better: true,
  board: [{ place: 22, by: 'criterion', needs: ['criteria'] }],
  trivial: EVEN,
  contributions: `SELECT run, cluster, instance, slice, ((correct & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, mask, ${CRITERION_SLICE} AS slice
  FROM patterns JOIN criteria ON (scope & mask) <> 0) USING (pattern)`,
};
