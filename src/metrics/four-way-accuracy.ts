import { agreesSql, choicesSql, OF_CHOICES } from './choices.ts';
import { SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { ANY_OF_FOUR } from './trivial.ts';

export const fourWayAccuracy: Metric = {
  id: 'four_way_accuracy',
  label: 'Four-way accuracy',
  name: 'Four-way accuracy',
  ...SHARE_RIGHT,
  ...OF_CHOICES,
  formula: 'pairs on which the judge says what the label says (a, b, tie, both bad) / pairs',
  about:
    'How often a judge gives the answer of the label, which may also say that both are good or both are bad. The denominator is every labelled pair that was asked.',
  edge: 'An answer that cannot be read by the official rules is wrong. An answer that says no more than that the two are equal is right for a tie and for both bad, as in the official code. A missing answer is left out, unless missing counts as wrong.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'tie|B|0/1', 'bad|bad|1/1'] },
  source: 'GenAI-Bench, official code',
  published: { rule: 'wilson' },
  rows: ['four_way_accuracy'],
  needs: ['level-labels'],
  board: [{ place: 2 }],
  rightness: 'again',
  attributes: true,
  missing: 'labels',
  trivial: ANY_OF_FOUR,
  contributions: choicesSql(agreesSql('verdict')),
};
