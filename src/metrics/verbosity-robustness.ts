import { READ } from './answers.ts';
import { repeatedRuns } from './items.ts';
import { SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';

export const verbosityRobustness: Metric = {
  id: 'verbosity_robustness',
  label: 'Verbosity',
  name: 'Robustness to verbosity',
  ...SHARE_RIGHT,
  formula: 'verdicts for the original over its padded version / verdicts, both orders',
  about:
    'Whether added words win. The denominator is every verdict on a pair of a response and its padded version, each pair in both orders.',
  edge: 'Ties and unreadable verdicts are wrong; missing ones are left out unless missing counts as wrong. Instances are those whose pair kind is verbosity; the label names the original.',
  sketch: { of: 'labels', rows: ['A|A|1/1', 'B|A|0/1'] },
  source: 'MM-JudgeBias appendix H',
  sliceKeys: ['repeat'],
  protocols: ['pairwise'],
  published: { rule: 'none', reason: 'printed as a figure only' },
  rows: ['verbosity_robustness'],
  rightness: 'again',
  board: [{ place: 38, needs: ['whole-pairs'] }],
  attributes: true,
  missing: 'labels',
  contributions: `SELECT run, cluster, instance, CASE WHEN repeated.run IS NULL THEN '' ELSE 'repeat=' || repeat END AS slice,
  (value IS NOT DISTINCT FROM verdict AND ${READ})::DOUBLE AS num, 1::DOUBLE AS den
FROM answers JOIN labels USING (scope, instance, criterion) JOIN items USING (instance) CROSS JOIN settings
LEFT JOIN ${repeatedRuns('marks')} AS repeated USING (run)
WHERE pair_kind = 'verbosity' AND (parse <> 'missing' OR missing = 'wrong')`,
};
