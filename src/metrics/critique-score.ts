import { SCORE_OF_CRITIQUES } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';

export const critiqueScore: Metric = {
  id: 'critique_score',
  label: 'Score',
  name: 'Critique score',
  ...SCORE_OF_CRITIQUES,
  formula: 'mean of the scores given to the critiques',
  about:
    'How good the written critique is. A critique judge reads it beside a reference critique, which stands for 8, and gives 0 to 10. The denominator is the scored critiques.',
  edge: 'Critiques without a score are left out. A score outside 0 to 10 is an error in the data: reported, not averaged.',
  sketch: { of: 'given', rows: ['First|8|8/1', 'Second|5|5/1'] },
  source: 'MM-Critic section 4.2, equation 3',
  sliceKeys: ['subset', 'task_type', 'quality_band', 'critique_judge', 'annotator', 'repeat'],
  published: { rule: 'score-at-most' },
  figure: 'length-score',
  rows: ['critique_score'],
  board: [{ place: 20, by: 'critique_judge' }],
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('subset', 'task_type', 'quality_band', 'critique_judge', 'annotator', 'repeat')} AS slice,
  score AS num, 1::DOUBLE AS den
FROM critic_rows WHERE stage = 'critique' AND score BETWEEN 0 AND 10`,
};
