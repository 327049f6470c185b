import { SCORE_OF_CRITIQUES } from './kinds.ts';
import type { Metric } from './metric.ts';
import { slicedBy } from './slice-sql.ts';

export const correctionScore: Metric = {
  id: 'correction_score',
  label: 'Correction',
  name: 'Correction score',
  ...SCORE_OF_CRITIQUES,
  formula: 'mean of the scores given to the rewritten answers',
  about:
    'How good an answer the judge writes when told that the response is not good enough; scored like the critique. The denominator is the scored rewrites.',
  edge: 'Rewrites without a score are left out. A score outside 0 to 10 is an error in the data: reported, not averaged.',
  sketch: { of: 'given', rows: ['First|9|9/1', 'Second|4|4/1'] },
  source: 'MM-Critic sections 3.4 and 4.2',
  sliceKeys: ['subset', 'task_type', 'critique_judge', 'repeat'],
  published: { rule: 'none', reason: 'the number of scored rewrites is not printed' },
  rows: ['correction_score'],
  board: [{ place: 30, by: 'critique_judge' }],
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('subset', 'task_type', 'critique_judge', 'repeat')} AS slice,
  score AS num, 1::DOUBLE AS den
FROM critic_rows WHERE stage = 'correction' AND score BETWEEN 0 AND 10`,
};
