import { OF_BIAS_TYPES } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';
import { exact } from './trivial.ts';

const SLICE = slicedBy('dimension', 'bias_type', 'repeat');

/**
 * Rows under the switch "official zeros": where no parsed pair of a bias type and repeat is eligible, each counts as 0, since the official
 * code reports 0 for the type.
 */
const ZEROS = `SELECT run, cluster, instance, ${SLICE} AS slice
FROM (SELECT * FROM pairs CROSS JOIN settings WHERE zeros = 'official' AND parsed AND dimension IN ('integrity', 'congruity'))
ANTI JOIN (SELECT * FROM pairs WHERE y > 1 AND z IS NOT NULL) USING (run, dimension, bias_type, repeat)`;

export const bd: Metric = {
  id: 'bd',
  label: 'BD',
  name: 'Bias-Deviation',
  ...OF_BIAS_TYPES,
  formula:
    'mean over pairs with y > 1 of max(0, y - y′) / (y - 1); y before and y′ after the perturbation; over several bias types the plain mean of theirs',
  about:
    'How much of the possible drop the judge made when evidence was taken away or swapped: 1 means down to the lowest score, 0 no drop. The denominator is the pairs of one bias type whose score before was above 1.',
  edge: 'Pairs with y = 1 cannot drop and are left out, so the denominator differs from judge to judge. A rise counts as 0. A score below 1 would push the value above 1; it is flagged, never clamped. A pair without two scores is dropped. No pair left: no value; the official code reports 0 and lets it enter averages, which the switch “official zeros” does.',
  sketch: { of: 'scores', rows: ['8|1|1/1', '5|3|0.5/1', '6|7|0/1', '1|1|0/0'] },
  source: 'MM-JudgeBias section 3.2',
  published: { rule: 'none', reason: 'the number of pairs with y > 1 is not printed' },
  rows: ['bd'],
  rightness: 'each',
  board: [{ place: 40, by: 'bias_type' }],
  trivial: { 'constant-scorer': () => exact(0, 'its score never drops') },
  contributions: `SELECT run, cluster, instance, ${SLICE} AS slice,
  greatest(0, y - z) / (y - 1) AS num, 1::DOUBLE AS den
FROM pairs WHERE dimension IN ('integrity', 'congruity') AND y > 1 AND z IS NOT NULL
UNION ALL
SELECT run, cluster, instance, slice, 0, 1 FROM (${ZEROS})`,
};
