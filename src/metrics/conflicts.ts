import { bitCount } from '../sql/quote.ts';
import { slicedBy, sliceSql } from './items.ts';
import { allRightByCoin, exact, fromLabels, noConflictMatched, someDifferByCoin } from './labels.ts';
import { asMetric, type Metric, OF_SHEETS, OUR_METRIC, SHARE, SHARE_RIGHT } from './metric.ts';

export const pacc: Metric = asMetric({
  id: 'pacc',
  label: 'PAcc',
  name: 'Pluralistic accuracy',
  gist: 'every criterion right',
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
});

export const tos: Metric = asMetric({
  id: 'tos',
  label: 'TOS',
  name: 'Trade-off sensitivity',
  ...SHARE_RIGHT,
  ...OF_SHEETS,
  formula:
    'conflict prompts where some truly conflicting pair of criteria gets two different winners / conflict prompts',
  about:
    'Whether the judge notices that criteria conflict, not whether it gets the direction right. The denominator is the prompts on which the human labels conflict.',
  edge: 'A pair judged the wrong way round on both criteria still counts. Only two valid answers can differ: ties, refusals, errors and unreadable verdicts are not valid. A judge that never differs within a prompt scores 0, so read it beside the false alarms (conflict discrimination).',
  sketch: { of: 'verdicts', rows: ['A B|B A|1/1', 'A B|A A|0/1', 'A A|A A|0/0'] },
  source: 'Multi-Crit section 3.5',
  sliceKeys: ['split', 'repeat'],
  published: { rule: 'wilson' },
  figure: 'discrimination',
  sampledAs: 'pacc',
  board: [{ place: 12 }],
  attributes: true,
  missing: 'labels',
  trivial: {
    'coin-flip': ({ counts, labels }) =>
      labels === null ? someDifferByCoin(counts) : fromLabels(labels, ({ someDiffer }) => someDiffer),
    'one-verdict-oracle': ({ labels }) => noConflictMatched(labels),
  },
  contributions: `SELECT run, cluster, instance, slice,
  (((a & gold_a) <> 0 AND (b & gold_b) <> 0) OR ((b & gold_a) <> 0 AND (a & gold_b) <> 0))::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, gold_a, gold_b, ${slicedBy('split', 'repeat')} AS slice FROM patterns WHERE conflict) USING (pattern)`,
});

export const cmr: Metric = asMetric({
  id: 'cmr',
  label: 'CMR',
  name: 'Conflict matching rate',
  ...SHARE_RIGHT,
  ...OF_SHEETS,
  formula: 'conflicting criterion pairs with both criteria judged as labelled / conflicting criterion pairs',
  about:
    'Whether conflicts are resolved as the labels resolve them. The denominator is the conflicting pairs of all prompts pooled, so prompts with many conflicts weigh more.',
  edge: 'Pairs are unordered. An answer that is no valid verdict makes its pairs wrong. A judge that never differs within a prompt scores 0; guessing gives a quarter on average.',
  sketch: { of: 'verdicts', rows: ['A B|A B|1/1', 'A B|B A|0/1', 'A A|A A|0/0'] },
  source: 'Multi-Crit section 3.5',
  sliceKeys: ['split', 'criterion', 'other', 'repeat'],
  published: { rule: 'wilson-conflict-prompts' },
  figure: 'conflicts',
  sampledAs: 'pacc',
  board: [{ place: 14 }],
  attributes: true,
  missing: 'labels',
  trivial: {
    'coin-flip': ({ labels }) =>
      labels === null
        ? exact(0.25, 'two independent answers must both be right')
        : fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 0.25 : null)),
    'one-verdict-oracle': ({ labels }) => noConflictMatched(labels),
  },
  contributions: `SELECT run, cluster, instance, slice, ((correct & wanted) = wanted)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, mask | other_mask AS wanted,
    ${slicedBy('split', 'criterion', 'other', 'repeat')} AS slice
  FROM opposed WHERE criterion < other) USING (pattern)`,
});

export const conflictDiscrimination: Metric = asMetric({
  id: 'conflict_discrimination',
  label: 'Discrimination',
  name: 'Conflict discrimination',
  ...OF_SHEETS,
  ...OUR_METRIC,
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'P(verdicts differ | labels differ) - P(verdicts differ | labels agree), over pairs of criteria',
  about:
    'How much more often the judge gives two criteria different winners where the labels do than where they do not. It is trade-off sensitivity with the false alarms taken off. The denominators are the pairs of criteria with differing and with equal labels.',
  edge: 'Only two valid answers can differ. 0 for a judge that differs at random, and for one that never differs.',
  sketch: {
    of: 'verdicts',
    rows: ['A B|B A|1/1', 'A B|A B|1/1', 'A A|A A|0/1|second', 'B B|A B|1/1|second'],
    value: 'difference',
  },
  aggregate: 'derived',
  sliceKeys: ['split', 'gold', 'repeat'],
  figure: 'discrimination',
  units: ['gold'],
  combination: { key: 'gold', weights: { differ: 1, agree: -1 }, constant: 0 },
  board: [{ place: 32 }],
  missing: 'labels',
  trivial: {
    'coin-flip': ({ labels }) => fromLabels(labels, () => 0),
    'one-verdict-oracle': ({ labels }) => fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 0 : null)),
  },
  contributions: `SELECT run, cluster, instance, slice,
  (CASE WHEN differ THEN ${bitCount('a & gold_a')} * ${bitCount('b & gold_b')} + ${bitCount('b & gold_a')} * ${bitCount('a & gold_b')}
    ELSE ${bitCount('a & gold_a')} * ${bitCount('b & gold_a')} + ${bitCount('a & gold_b')} * ${bitCount('b & gold_b')} END)::DOUBLE AS num,
  pairs::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, gold_a, gold_b, gold = 'differ' AS differ, ${slicedBy('split', 'gold', 'repeat')} AS slice,
    CASE WHEN gold = 'differ' THEN n_a * n_b ELSE (n_a * (n_a - 1) + n_b * (n_b - 1)) // 2 END AS pairs
  FROM patterns CROSS JOIN (VALUES ('differ'), ('agree')) AS kinds(gold)) USING (pattern)
WHERE pairs > 0`,
});

export const halo: Metric = asMetric({
  id: 'halo',
  label: 'Halo',
  name: 'Halo',
  ...OF_SHEETS,
  ...OUR_METRIC,
  unit: 'ratio',
  range: null,
  direction: 'zero',
  fewest: 20,
  aside: true,
  formula: '1 - pairs of criteria with different verdicts / pairs of criteria with different labels',
  about:
    'How far one overall impression stands in for separate criteria: 0 when verdicts differ as often as labels do, 1 when they never differ, below 0 when they differ more often. Its ideal is 0: a judge far below it sees differences that people do not see, as a coin does. The denominator is the pairs of criteria on which the labels differ.',
  edge: 'Only pairs in which both answers are valid are counted, on both sides of the fraction, so that unreadable answers do not look like a halo. Verdicts that differ where labels agree count too: they are above the fraction line and nothing is below it for them. On fewer than 20 pairs it takes no place.',
  sketch: { of: 'verdicts', rows: ['A B|A A|0/1', 'A B|B A|1/1', 'A A|B B|0/0'], value: 'one minus' },
  aggregate: 'ratio',
  sliceKeys: ['split', 'repeat'],
  figure: 'discrimination',
  board: [{ place: 34 }],
  trivial: {
    'one-verdict-oracle': ({ labels }) => fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 1 : null)),
  },
  // A case counts with every pair of which both answers are valid, also where nothing differs: it is shared by runs that both answered it.
  contributions: `WITH votes AS (
  SELECT run, cluster, instance, slice, ${bitCount('(a | b) & scope')} AS answered, ${bitCount('a & scope')} * ${bitCount('b & scope')} AS verdicts_differ,
    ${bitCount('(a | b) & gold_a')} * ${bitCount('(a | b) & gold_b')} AS labels_differ
  FROM sheets JOIN (
    SELECT pattern, scope, gold_a, gold_b, ${slicedBy('split', 'repeat')} AS slice
    FROM patterns WHERE n_a + n_b > 1) USING (pattern))
SELECT run, cluster, instance, slice, (labels_differ - verdicts_differ)::DOUBLE AS num, labels_differ::DOUBLE AS den
FROM votes WHERE answered > 1`,
});

export const leakage: Metric = asMetric({
  id: 'leakage',
  label: 'Leakage',
  name: 'Criterion leakage',
  ...SHARE,
  ...OF_SHEETS,
  ...OUR_METRIC,
  direction: 'lower',
  formula: 'P(verdict on c = label of c′ | labels of c and c′ differ), as a matrix',
  about:
    'How often the answer on one criterion follows another criterion instead, where the two disagree. The denominator is the prompts on which the two labels differ.',
  edge: 'An answer that is no valid verdict follows neither criterion and stays in the denominator.',
  sketch: { of: 'verdicts', rows: ['A B|B B|1/2', 'A B|A B|0/2', 'A A|A A|0/0'] },
  sliceKeys: ['split', 'criterion', 'other', 'repeat'],
  loss: 'num > 0',
  figure: 'leakage',
  onDemand: true,
  missing: 'labels',
  contributions: `SELECT run, cluster, instance, slice, (((a | b) & ~correct & mask) <> 0)::DOUBLE AS num, 1::DOUBLE AS den
FROM sheets JOIN (
  SELECT pattern, mask, ${slicedBy('split', 'criterion', 'other', 'repeat')} AS slice
  FROM opposed) USING (pattern)`,
});
