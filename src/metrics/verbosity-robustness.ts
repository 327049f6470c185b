import type { MetricDefinition } from '../schema/metric.ts';

export const verbosityRobustness: MetricDefinition = {
  id: 'verbosity_robustness',
  label: 'Verbosity',
  name: 'Robustness to verbosity',
  unit: 'ratio',
  range: [0, 1],
  direction: 'higher',
  formula: 'verdicts for the original over its padded version / verdicts, both orders',
  about:
    'Whether added words win. The denominator is every verdict on a pair of a response and its padded version, each pair in both orders.',
  edge: 'Ties and unreadable verdicts are wrong; missing ones are left out unless missing counts as wrong. Instances are those whose pair kind is verbosity; the label names the original.',
  source: 'MM-JudgeBias appendix H',
  aggregate: 'ratio',
  sliceKeys: ['repeat'],
  protocols: ['pairwise'],
  loss: 'num < den',
  published: { rule: 'none', reason: 'printed as a figure only' },
};
