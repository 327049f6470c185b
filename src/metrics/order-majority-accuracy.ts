import { OF_BOTH_ORDERS } from './kinds.ts';
import type { Metric } from './metric.ts';
import { CRITERION_SLICE } from './sheets.ts';

export const orderMajorityAccuracy: Metric = {
  id: 'order_majority_accuracy',
  label: 'Majority of orders',
  name: 'Accuracy of the majority over both orders',
  ...OF_BOTH_ORDERS,
  formula:
    'prompt and criterion pairs whose majority of the two orders names the labelled response / pairs judged in both orders',
  about:
    'Each order has one vote. The denominator is the prompt and criterion pairs with a label that were judged in both orders.',
  edge: 'Two opposite verdicts are a tied vote, which is no verdict and wrong. An order without a verdict for a response (a tie, a refusal, an error, an empty or unreadable answer) has no vote, so the other order decides; without any vote the pair is wrong. What was judged in one order only is left out; if missing counts as wrong, a missing answer has no vote, and a pair without any is wrong.',
  sketch: { of: 'verdicts', rows: ['A|A A|1/1', 'B|B tie|1/1', 'A|A B|0/1'] },
  rows: ['order_majority_accuracy'],
  board: [{ place: 27 }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  ((((right_ab & ~wrong_ba) | (right_ba & ~wrong_ab)) & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM orders JOIN criteria ON ((asked_ab & asked_ba) & mask) <> 0`,
};
