import { parseSlice } from '../schema/slice.ts';
import { OF_PERTURBATIONS } from './kinds.ts';
import type { Metric } from './metric.ts';

export const discernment: Metric = {
  id: 'discernment',
  label: 'Discernment',
  name: 'Discernment',
  ...OF_PERTURBATIONS,
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'mean BD over its types + mean BC over its types - 1',
  about:
    'Sensitivity and stability in one number that a judge cannot win by never moving: 0 for a constant scorer, 1 for a judge that drops fully where it should and never moves where it should not. The denominators are those of BD and BC, per type.',
  edge: 'Needs a value for at least one type of each kind. Types weigh the same.',
  sketch: {
    of: 'parts',
    rows: ['BD,\u00a0removed|0.8|0.8/1', 'BD,\u00a0swapped|0.6|0.6/1', 'BC,\u00a0harmless|0.9|0.9/1|second'],
    value: 'two means minus one',
  },
  source: 'ours',
  aggregate: 'derived',
  loss: null,
  published: { rule: 'none', reason: 'it contains BD, whose denominators are not printed' },
  figure: 'score-pairs',
  units: ['dimension', 'bias_type'],
  combination: {
    group: (slice) => (parseSlice(slice).get('dimension') === 'robustness' ? 'bc' : 'bd'),
    weights: { bd: 1, bc: 1 },
    constant: -1,
  },
  rows: ['bd', 'bc'],
  board: [{ place: 20 }],
  attributes: true,
  missing: 'pairs',
  contributions: null,
};
