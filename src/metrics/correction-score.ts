import type { MetricDefinition } from '../schema/metric.ts';

export const correctionScore: MetricDefinition = {
  id: 'correction_score',
  label: 'Correction',
  name: 'Correction score',
  unit: 'score',
  range: [0, 10],
  direction: 'higher',
  formula: 'mean of the scores given to the rewritten answers',
  about:
    'How good an answer the judge writes when told that the response is not good enough; scored like the critique. The denominator is the scored rewrites.',
  edge: 'Rewrites without a score are left out. A score outside 0 to 10 is an error in the data: reported, not averaged.',
  source: 'MM-Critic sections 3.4 and 4.2',
  aggregate: 'ratio',
  sliceKeys: ['subset', 'task_type', 'critique_judge', 'repeat'],
  protocols: ['critique'],
  loss: 'num < 5 * den',
  published: { rule: 'none', reason: 'the number of scored rewrites is not printed' },
};
