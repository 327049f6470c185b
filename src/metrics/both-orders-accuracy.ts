import { OF_BOTH_ORDERS } from './kinds.ts';
import type { Metric } from './metric.ts';
import { CRITERION_SLICE } from './sheets.ts';

export const bothOrdersAccuracy: Metric = {
  id: 'both_orders_accuracy',
  label: 'Right in both orders',
  name: 'Right in both orders',
  ...OF_BOTH_ORDERS,
  formula: 'prompt and criterion pairs judged as labelled in both orders / pairs judged in both orders',
  about:
    'The strict reading of two orders: a verdict that changes with the order is wrong. The denominator is the prompt and criterion pairs with a label that were judged in both orders. Guessing gives one quarter.',
  edge: 'A tie, a refusal, an error, an empty answer or an unreadable verdict in either order is wrong. What was judged in one order only is left out; if missing counts as wrong, it is wrong.',
  sketch: { of: 'verdicts', rows: ['A|A A|1/1', 'B|A B|0/1'] },
  rows: ['both_orders_accuracy'],
  board: [{ place: 26 }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  ((right_ab & right_ba & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM orders JOIN criteria ON ((asked_ab & asked_ba) & mask) <> 0`,
};
