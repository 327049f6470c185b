import { OF_SHEETS, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { fromLabels, noConflictMatched, someDifferByCoin } from './trivial.ts';

export const tos: Metric = {
  id: 'tos',
  label: 'TOS',
  name: 'Trade-off sensitivity',
  ...SHARE_RIGHT,
  ...OF_SHEETS,
  formula:
    'conflict prompts where some truly conflicting pair of criteria gets two different winners / conflict prompts',
  about:
    'Whether the judge notices that criteria conflict, not whether it gets the direction right. The denominator is the prompts on which the human labels conflict.',
  edge: 'A pair judged the wrong way round on both criteria still counts. Only two valid answers can differ: ties, refusals, errors and unreadable verdicts are not valid. A judge that never differs within a prompt scores 0, so read it beside the false alarms (conflict discrimination).',
  sketch: { of: 'verdicts', rows: ['A B|B A|1/1', 'A B|A A|0/1', 'A A|A A|0/0'] },
  source: 'Multi-Crit section 3.5',
  sliceKeys: ['split', 'repeat'],
  published: { rule: 'wilson' },
  figure: 'discrimination',
  rows: ['tos'],
  sampledAs: 'pacc',
  board: [{ place: 12 }],
  attributes: true,
  missing: 'labels',
  trivial: {
    'coin-flip': ({ counts, labels }) =>
      labels === null ? someDifferByCoin(counts) : fromLabels(labels, ({ someDiffer }) => someDiffer),
    'one-verdict-oracle': ({ labels }) => noConflictMatched(labels),
  },
  contributions: `SELECT run, cluster, instance, slice,
  (((a & gold_a) <> 0 AND (b & gold_b) <> 0) OR ((b & gold_a) <> 0 AND (a & gold_b) <> 0))::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, gold_a, gold_b, ${slicedBy('split', 'repeat')} AS slice FROM patterns WHERE conflict) USING (pattern)`,
};
