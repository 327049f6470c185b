import { OF_SHEETS, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { exact, fromLabels, noConflictMatched } from './trivial.ts';

export const cmr: Metric = {
  id: 'cmr',
  label: 'CMR',
  name: 'Conflict matching rate',
  ...SHARE_RIGHT,
  ...OF_SHEETS,
  formula: 'conflicting criterion pairs with both criteria judged as labelled / conflicting criterion pairs',
  about:
    'Whether conflicts are resolved as the labels resolve them. The denominator is the conflicting pairs of all prompts pooled, so prompts with many conflicts weigh more.',
  edge: 'Pairs are unordered. An answer that is no valid verdict makes its pairs wrong. A judge that never differs within a prompt scores 0; guessing gives a quarter on average.',
  sketch: { of: 'verdicts', rows: ['A B|A B|1/1', 'A B|B A|0/1', 'A A|A A|0/0'] },
  source: 'Multi-Crit section 3.5',
  sliceKeys: ['split', 'criterion', 'other', 'repeat'],
  published: { rule: 'wilson-conflict-prompts' },
  figure: 'conflicts',
  rows: ['cmr'],
  sampledAs: 'pacc',
  board: [{ place: 14 }],
  attributes: true,
  missing: 'labels',
  trivial: {
    'coin-flip': ({ labels }) =>
      labels === null
        ? exact(0.25, 'two independent answers must both be right')
        : fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 0.25 : null)),
    'one-verdict-oracle': ({ labels }) => noConflictMatched(labels),
  },
  contributions: `SELECT run, cluster, instance, slice, ((correct & wanted) = wanted)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, mask | other_mask AS wanted,
    ${slicedBy('split', 'criterion', 'other', 'repeat')} AS slice
  FROM opposed WHERE criterion < other) USING (pattern)`,
};
