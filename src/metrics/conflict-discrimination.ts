import { parseSlice } from '../schema/slice.ts';
import { bitCount } from '../sql/bit-count.ts';
import { OF_SHEETS, OUR_METRIC } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { fromLabels } from './trivial.ts';

export const conflictDiscrimination: Metric = {
  id: 'conflict_discrimination',
  label: 'Discrimination',
  name: 'Conflict discrimination',
  ...OF_SHEETS,
  ...OUR_METRIC,
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'P(verdicts differ | labels differ) - P(verdicts differ | labels agree), over pairs of criteria',
  about:
    'How much more often the judge gives two criteria different winners where the labels do than where they do not. It is trade-off sensitivity with the false alarms taken off. The denominators are the pairs of criteria with differing and with equal labels.',
  edge: 'Only two valid answers can differ. 0 for a judge that differs at random, and for one that never differs.',
  sketch: {
    of: 'verdicts',
    rows: ['A B|B A|1/1', 'A B|A B|1/1', 'A A|A A|0/1|second', 'B B|A B|1/1|second'],
    value: 'difference',
  },
  aggregate: 'derived',
  sliceKeys: ['split', 'gold', 'repeat'],
  loss: null,
  figure: 'discrimination',
  units: ['gold'],
  combination: {
    group: (slice) => parseSlice(slice).get('gold') ?? '',
    weights: { differ: 1, agree: -1 },
    constant: 0,
  },
  rows: ['conflict_discrimination'],
  board: [{ place: 32 }],
  missing: 'labels',
  trivial: {
    'coin-flip': ({ labels }) => fromLabels(labels, () => 0),
    'one-verdict-oracle': ({ labels }) => fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 0 : null)),
  },
  contributions: `SELECT run, cluster, instance, slice,
  (CASE WHEN differ THEN ${bitCount('a & gold_a')} * ${bitCount('b & gold_b')} + ${bitCount('b & gold_a')} * ${bitCount('a & gold_b')}
    ELSE ${bitCount('a & gold_a')} * ${bitCount('b & gold_a')} + ${bitCount('a & gold_b')} * ${bitCount('b & gold_b')} END)::DOUBLE AS num,
  pairs::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, gold_a, gold_b, gold = 'differ' AS differ, ${slicedBy('split', 'gold', 'repeat')} AS slice,
    CASE WHEN gold = 'differ' THEN n_a * n_b ELSE (n_a * (n_a - 1) + n_b * (n_b - 1)) // 2 END AS pairs
  FROM patterns CROSS JOIN (VALUES ('differ'), ('agree')) AS kinds(gold)) USING (pattern)
WHERE pairs > 0`,
};
