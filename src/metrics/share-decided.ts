import { choicesSql, OF_CHOICES, prefers } from './choices.ts';
import { OUR_METRIC, SHARE } from './kinds.ts';
import type { Metric } from './metric.ts';
import { peopleDecided } from './trivial.ts';

export const shareDecided: Metric = {
  id: 'share_decided',
  label: 'Decided',
  name: 'Share of pairs decided',
  ...SHARE,
  ...OF_CHOICES,
  ...OUR_METRIC,
  direction: 'none',
  formula: 'pairs in which the judge prefers one response / pairs',
  about:
    'How often a judge prefers one of the two. The denominator is every labelled pair that was asked; what the labels do with the same pairs stands beside it.',
  edge: 'A tie, both bad and an answer that cannot be read are no preference.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|tie|0/1'] },
  loss: null,
  rows: ['share_decided'],
  needs: ['labels'],
  board: [{ place: 92 }],
  judgeCheck: true,
  aside: true,
  missing: 'labels',
  trivial: { people: peopleDecided },
  contributions: choicesSql(prefers('verdict')),
};
