import { OF_BOTH_ORDERS } from './kinds.ts';
import type { Metric } from './metric.ts';
import { CRITERION_SLICE } from './sheets.ts';

export const allOrdersAccuracy: Metric = {
  id: 'all_orders_accuracy',
  label: 'Accuracy, all orders',
  name: 'Accuracy over the judgments of both orders',
  ...OF_BOTH_ORDERS,
  formula: 'judgments, in either order, that name the labelled response / judgments in either order',
  about:
    'Every judgment counts, whichever response was shown first. The denominator is all judgments on labelled criteria in splits that the run judged in both orders, so a criterion judged twice counts twice.',
  edge: 'Ties, refusals, errors, empty answers and unreadable verdicts are wrong. A run that judged in one order only has no value: it would be its overall accuracy. If missing counts as wrong, every label is expected in both orders.',
  sketch: { of: 'verdicts', rows: ['A|A A|2/2', 'B|A B|1/2'] },
  rows: ['all_orders_accuracy'],
  board: [{ place: 25 }],
  contributions: `SELECT run, cluster, instance, ${CRITERION_SLICE} AS slice,
  (((right_ab & mask) <> 0)::INTEGER + ((right_ba & mask) <> 0)::INTEGER)::DOUBLE AS num, (((asked_ab & mask) <> 0)::INTEGER + ((asked_ba & mask) <> 0)::INTEGER)::DOUBLE AS den
FROM orders JOIN criteria ON ((asked_ab | asked_ba) & mask) <> 0`,
};
