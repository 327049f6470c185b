import { parseSlice } from '../schema/slice.ts';
import { choicesSql, OF_CHOICES, prefers } from './choices.ts';
import { OUR_METRIC } from './kinds.ts';
import type { Metric } from './metric.ts';
import { exact } from './trivial.ts';

export const lean: Metric = {
  id: 'lean',
  label: 'Lean to A',
  name: 'Lean to A',
  ...OF_CHOICES,
  ...OUR_METRIC,
  unit: 'ratio',
  range: [-1, 1],
  direction: 'none',
  formula: 'share of A where the label is B - share of B where the label is A',
  about:
    'Which of the two a judge names wrongly more often: above 0 it leans to A, below 0 to B, and 1 is a judge that always says A. The denominators are the pairs whose label is B, and those whose label is A.',
  edge: 'An answer that is neither counts in the denominator. Without pairs of both kinds there is no value.',
  sketch: { of: 'verdicts', rows: ['B|A|1/1', 'A|B|1/1|second', 'A|A|0/1|second'], value: 'difference' },
  aggregate: 'derived',
  loss: null,
  units: ['label'],
  combination: { group: (slice) => parseSlice(slice).get('label') ?? '', weights: { b: 1, a: -1 }, constant: 0 },
  rows: ['lean'],
  needs: ['labels'],
  board: [{ place: 96 }],
  judgeCheck: true,
  aside: true,
  missing: 'labels',
  attributes: true,
  trivial: { 'coin-flip': () => exact(0, 'it errs to either side alike'), people: () => exact(0, 'by definition') },
  contributions: choicesSql("coalesce(verdict, '') = CASE label WHEN 'a' THEN 'b' ELSE 'a' END", prefers('label')),
};
