import { OF_VERDICTS, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';

export const positionRobustness: Metric = {
  id: 'position_robustness',
  label: 'Position',
  name: 'Robustness to position',
  ...SHARE_RIGHT,
  ...OF_VERDICTS,
  formula: 'pairs with the same response preferred in both orders / pairs judged in both orders',
  about:
    'Whether the order in which two responses are shown decides. The denominator is the pairs judged in both orders.',
  edge: 'The rules are those of position consistency: two ties or an unreadable verdict are not consistent.',
  sketch: { of: 'orders', rows: ['A|A|1/1', 'A|B|0/1'] },
  source: 'MM-JudgeBias appendix H',
  published: { rule: 'none', reason: 'printed as a figure only' },
  rows: ['position_consistency'],
  board: [{ place: 36, needs: ['whole-pairs'] }],
  attributes: true,
  contributions: null,
};
