import type { MetricDefinition } from '../schema/metric.ts';

export const tos: MetricDefinition = {
  id: 'tos',
  label: 'TOS',
  name: 'Trade-off sensitivity',
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula:
    'conflict prompts where some truly conflicting pair of criteria gets two different winners / conflict prompts',
  about:
    'Whether the judge notices that criteria pull apart, not whether it gets the direction right. The denominator is the prompts on which the human labels conflict.',
  edge: 'A pair judged the wrong way round on both criteria still counts. Only two valid answers can differ: ties, refusals, errors and unreadable verdicts are not valid. A judge that never differs within a prompt scores 0, so read it beside the false alarms (conflict discrimination).',
  source: 'Multi-Crit section 3.5',
  aggregate: 'ratio',
  sliceKeys: ['split', 'repeat'],
  protocols: ['pairwise'],
  loss: 'num < den',
  published: { rule: 'wilson' },
};
