import { choicesSql, OF_CHOICES, prefers } from './choices.ts';
import { OUR_METRIC, SHARE } from './kinds.ts';
import type { Metric } from './metric.ts';
import { peopleForA } from './trivial.ts';

export const shareA: Metric = {
  id: 'share_a',
  label: 'Share of A',
  name: 'Share of A among decided pairs',
  ...SHARE,
  ...OF_CHOICES,
  ...OUR_METRIC,
  direction: 'none',
  formula: 'pairs in which the judge prefers A / pairs in which it prefers one response',
  about:
    'Whether a judge names the first of the two more often than the labels do. The denominator is the pairs in which the judge prefers one, whatever the label; the share of the labels stands beside it.',
  edge: 'A tie, both bad and an answer that cannot be read are left out.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|1/1', 'B|B|0/1', 'A|tie|0/0'] },
  loss: null,
  rows: ['share_a'],
  needs: ['labels'],
  board: [{ place: 94 }],
  judgeCheck: true,
  aside: true,
  trivial: { people: peopleForA },
  contributions: choicesSql("verdict = 'a'", prefers('verdict')),
};
