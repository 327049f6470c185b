import { OF_VERDICTS, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { BEST_OF_TWO, EVEN, fromLabels } from './trivial.ts';

export const overallAccuracy: Metric = {
  id: 'overall_accuracy',
  label: 'Overall accuracy',
  name: 'Accuracy over all criteria',
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  formula: 'verdicts that name the labelled response / verdicts, one per prompt and criterion',
  about:
    'Every verdict weighs the same, so criteria with more labels count more. The denominator is all judged prompt and criterion pairs of the split that carry a label.',
  edge: 'Where a run judged in both orders, the verdict is that of the first order; the second counts only where the run has no answer of the first on file. The values over both orders are metrics of their own. Not printed in the paper; otherwise the rules are those of the accuracy on one criterion.',
  sketch: { of: 'verdicts', rows: ['A A B|A A A|2/3', 'A B|A B|2/2'] },
  source: 'ours',
  published: { rule: 'wilson' },
  rows: ['criterion_accuracy'],
  board: [{ place: 24 }],
  attributes: true,
  trivial: {
    ...EVEN,
    ...BEST_OF_TWO,
    'one-verdict-oracle': ({ labels }) =>
      fromLabels(labels, ({ conflictPrompts, majority }) => (conflictPrompts > 0 ? majority : null)),
  },
  contributions: null,
};
