import { OF_BIAS_TYPES } from './kinds.ts';
import type { Metric } from './metric.ts';
import { exact } from './trivial.ts';

export const reliability: Metric = {
  id: 'reliability',
  label: 'Reliability',
  name: 'Reliability',
  ...OF_BIAS_TYPES,
  formula: 'plain mean over the bias types of BD (integrity, congruity) or BC (robustness)',
  about:
    'One number per judge or per dimension. Each bias type weighs the same, whatever its number of samples; the denominators are those of BD and BC.',
  edge: 'A type without an eligible pair is left out with the reason; the official code counts it as 0 (switch "official zeros"). A constant scorer gets 4/9.',
  sketch: { of: 'parts', rows: ['First bias type|0.4|0.4/1', 'Second|0.8|0.8/1'] },
  source: 'MM-JudgeBias section 3.2, caption of table 2',
  published: { rule: 'none', reason: 'it contains BD, whose denominators are not printed' },
  rows: ['bd', 'bc'],
  better: true,
  board: [{ place: 10 }, { place: 30, by: 'dimension' }],
  trivial: {
    'constant-scorer': ({ slice }) => {
      if (slice['dimension'] === 'robustness') return exact(1, 'its score never moves');
      if (slice['dimension'] !== undefined) return exact(0, 'its score never drops');
      return exact(4 / 9, 'BD 0 on five types, BC 1 on four');
    },
  },
  contributions: null,
};
