import { OF_VERDICTS } from './kinds.ts';
import type { Metric } from './metric.ts';
import { EVEN } from './trivial.ts';

export const criterionAverage: Metric = {
  id: 'criterion_average',
  label: 'Mean of criteria',
  name: 'Mean accuracy over the criteria',
  ...OF_VERDICTS,
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula: 'plain mean of the accuracies of the criteria present',
  about:
    'Every criterion weighs the same, however many judgments it has. The denominator of each part is that criterion’s judged prompts.',
  edge: 'Unweighted, as the printed values show; it differs from the accuracy over all judgments. The official code averages values already rounded to two decimals of a percent, so it can differ by 0.005 points.',
  sketch: { of: 'parts', rows: ['Clarity|3 of 4|0.75/1', 'Grounding|1 of 2|0.5/1'] },
  source: 'Multi-Crit caption of table 3',
  aggregate: 'macro',
  loss: 'num < den',
  published: { rule: 'macro-at-most' },
  units: ['split', 'criterion'],
  rows: ['criterion_accuracy'],
  needs: ['criteria'],
  board: [{ place: 20 }],
  trivial: EVEN,
  contributions: null,
};
