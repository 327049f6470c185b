import type { MetricDefinition } from '../schema/metric.ts';

export const coverage: MetricDefinition = {
  id: 'coverage',
  label: 'Coverage',
  name: 'Readable answers',
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula: 'answers that could be read / answers expected',
  about:
    'How much of the benchmark the other values rest on. The denominator is every label (or pair side) that this run should have answered; the slices show how the answer was read or why not.',
  edge: 'Expected are all labels in the splits that the run touched, once per repeat. Read directly, by a verifier or by a fallback counts as readable, and so does a tie.',
  source: 'ours',
  aggregate: 'ratio',
  sliceKeys: ['split', 'stage', 'parse', 'repeat'],
  protocols: ['pairwise', 'perturbation', 'pointwise', 'critique'],
  loss: 'num < den',
  published: { rule: 'none', reason: 'needs the judgments' },
};
