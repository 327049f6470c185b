import { OF_BOTH_ORDERS } from './kinds.ts';
import type { Metric } from './metric.ts';
import { CRITERION_SLICE } from './sheets.ts';

export const positionConsistency: Metric = {
  id: 'position_consistency',
  label: 'Position consistency',
  name: 'Same verdict in both orders',
  ...OF_BOTH_ORDERS,
  formula: 'judgments that prefer the same response in both orders / judgments made in both orders',
  about:
    'Whether the verdict survives swapping the two responses. The denominator is the prompt and criterion pairs judged in both orders.',
  edge: 'Two ties, or an answer that is no valid verdict in either order, are not consistent. What was judged in one order only is left out.',
  sketch: { of: 'orders', rows: ['A|A|1/1', 'A|B|0/1', 'B|B|1/1'] },
  rows: ['position_consistency'],
  board: [{ place: 36, needs: ['criteria'] }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  ((same & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM (SELECT * FROM sheets WHERE both_orders <> 0) JOIN criteria ON (both_orders & mask) <> 0 JOIN patterns USING (pattern)`,
};
