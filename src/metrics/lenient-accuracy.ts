import { agreesSql, choicesSql, OF_CHOICES } from './choices.ts';
import { OUR_METRIC, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { ANY_OF_FOUR } from './trivial.ts';

export const lenientAccuracy: Metric = {
  id: 'lenient_four_way_accuracy',
  label: 'Lenient format',
  name: 'Four-way accuracy, lenient format',
  ...SHARE_RIGHT,
  ...OF_CHOICES,
  ...OUR_METRIC,
  formula: 'pairs on which the judge says what the label says, read leniently / pairs',
  about:
    'Four-way accuracy when deviations from the required answer format (other quotes, spaces, nested brackets) are accepted. The denominator is that of four-way accuracy.',
  edge: 'Only answers that the official rules cannot read are read again; one that says two different things stays unreadable and is wrong.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|0/1'] },
  rows: ['lenient_four_way_accuracy'],
  needs: ['level-labels'],
  board: [{ place: 3 }],
  missing: 'labels',
  trivial: ANY_OF_FOUR,
  contributions: choicesSql(agreesSql('forgiven')),
};
