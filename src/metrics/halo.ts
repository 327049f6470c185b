import { bitCount } from '../sql/bit-count.ts';
import { OF_SHEETS, OUR_METRIC } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { fromLabels } from './trivial.ts';

export const halo: Metric = {
  id: 'halo',
  label: 'Halo',
  name: 'Halo',
  ...OF_SHEETS,
  ...OUR_METRIC,
  unit: 'ratio',
  range: null,
  direction: 'zero',
  fewest: 20,
  aside: true,
  formula: '1 - pairs of criteria with different verdicts / pairs of criteria with different labels',
  about:
    'How far one overall impression stands in for separate criteria: 0 when verdicts differ as often as labels do, 1 when they never differ, below 0 when they differ more often. Its ideal is 0: a judge far below it sees differences that people do not see, as a coin does. The denominator is the pairs of criteria on which the labels differ.',
  edge: 'Only pairs in which both answers are valid are counted, on both sides of the fraction, so that unreadable answers do not look like a halo. Verdicts that differ where labels agree count too: they are above the fraction line and nothing is below it for them. On fewer than 20 pairs it takes no place.',
  sketch: { of: 'verdicts', rows: ['A B|A A|0/1', 'A B|B A|1/1', 'A A|B B|0/0'], value: 'one minus' },
  aggregate: 'ratio',
  sliceKeys: ['split', 'repeat'],
  loss: null,
  figure: 'discrimination',
  rows: ['halo'],
  board: [{ place: 34 }],
  trivial: {
    'one-verdict-oracle': ({ labels }) => fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 1 : null)),
  },
  // A case counts with every pair of which both answers are valid, also where nothing differs: it is shared by runs that both answered it.
  contributions: `WITH votes AS (
  SELECT run, cluster, instance, slice, ${bitCount('(a | b) & scope')} AS answered, ${bitCount('a & scope')} * ${bitCount('b & scope')} AS verdicts_differ,
    ${bitCount('(a | b) & gold_a')} * ${bitCount('(a | b) & gold_b')} AS labels_differ
  FROM sheets JOIN (
    SELECT pattern, scope, gold_a, gold_b, ${slicedBy('split', 'repeat')} AS slice
    FROM patterns WHERE n_a + n_b > 1) USING (pattern))
SELECT run, cluster, instance, slice, (labels_differ - verdicts_differ)::DOUBLE AS num, labels_differ::DOUBLE AS den
FROM votes WHERE answered > 1`,
};
