import { choicesSql, OF_CHOICES, prefers } from './choices.ts';
import { OUR_METRIC, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { exact } from './trivial.ts';

export const decidedAccuracy: Metric = {
  id: 'decided_accuracy',
  label: 'Both decided',
  name: 'Accuracy where both decided',
  ...SHARE_RIGHT,
  ...OF_CHOICES,
  ...OUR_METRIC,
  formula: 'pairs in which the judge prefers the labelled response / pairs in which label and judge prefer one',
  about:
    'Whether a judge that prefers one of the two prefers the one that the label prefers. The denominator is the pairs in which both label and judge prefer one.',
  edge: 'A tie, both bad and an answer that cannot be read are left out on either side, so the share of decided pairs belongs beside it.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|0/1', 'tie|A|0/0', 'A|tie|0/0'] },
  rows: ['decided_accuracy'],
  needs: ['level-labels'],
  board: [{ place: 4 }],
  attributes: true,
  trivial: { 'coin-flip': () => exact(0.5, 'two equally likely answers') },
  contributions: choicesSql('verdict = label', `${prefers('verdict')} AND ${prefers('label')}`),
};
