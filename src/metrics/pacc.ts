import { OF_SHEETS, SHARE_RIGHT } from './kinds.ts';
import type { Metric } from './metric.ts';
import { sliceSql } from './slice-sql.ts';
import { allRightByCoin, exact, fromLabels } from './trivial.ts';

export const pacc: Metric = {
  id: 'pacc',
  label: 'PAcc',
  name: 'Pluralistic accuracy',
  ...SHARE_RIGHT,
  ...OF_SHEETS,
  formula: 'prompts on which every criterion is judged as labelled / prompts',
  about:
    'One wrong criterion loses the whole prompt. The denominator is every prompt of the split with a judged criterion, with or without a conflict between criteria.',
  edge: 'Ties, refusals, errors, empty answers and unreadable verdicts are wrong. A missing judgment is left out, and the prompt counts by the criteria that remain, unless missing counts as wrong. Prompts carry different numbers of criteria; each prompt counts once.',
  sketch: { of: 'verdicts', rows: ['A A B|A A B|1/1', 'A B|A A|0/1', 'B B|B B|1/1'] },
  source: 'Multi-Crit section 3.5',
  sliceKeys: ['split', 'conflict', 'repeat'],
  published: { rule: 'wilson' },
  figure: 'pacc-conflict',
  rows: ['pacc'],
  board: [{ place: 10 }, { place: 30, by: 'conflict' }],
  attributes: true,
  missing: 'labels',
  trivial: {
    'coin-flip': ({ slice, counts, labels }) => {
      if (labels !== null) return fromLabels(labels, ({ allRight }) => allRight);
      return slice['conflict'] === undefined ? allRightByCoin(counts) : null;
    },
    'one-verdict-oracle': ({ slice, counts, labels }) => {
      if (labels !== null)
        return fromLabels(labels, (l) => (l.conflictPrompts > 0 ? 1 - l.conflictPrompts / l.prompts : null));
      const { conflict_prompts: conflict, prompts } = counts;
      if (conflict === undefined || prompts === undefined || slice['conflict'] !== undefined) return null;
      return exact(1 - conflict / prompts, `1 - ${conflict}/${prompts}: all prompts without a conflict`);
    },
  },
  contributions: `SELECT run, cluster, instance, slice, (correct = scope)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, scope, ${sliceSql({ split: 'split', conflict: "CASE WHEN conflict THEN 'yes' ELSE 'no' END", repeat: 'repeat' })} AS slice
  FROM patterns WHERE scope <> 0) USING (pattern)`,
};
