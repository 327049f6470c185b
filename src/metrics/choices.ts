import { sqlStep } from '../sql/step.ts';
import { encodedSql, repeatedRuns, slicedBy } from './items.ts';
import { ANY_OF_FOUR, exact, peopleDecided, peopleForA } from './labels.ts';
import { READ } from './ledger.ts';
import { asMetric, type Metric, OUR_METRIC, SHARE, SHARE_RIGHT } from './metric.ts';

/** SQL: people called the pair level, well or badly. */
export const CALLED_LEVEL = "value IN ('tie', 'both_bad')";

/** `choices`: run, repeat and label where people could (`open`) or could not call a pair level; the verdict of the first order, null where none can be read. */
const choices = (splits: 'level' | 'decided'): string => `WITH open AS (
  SELECT scope, split FROM labels JOIN items USING (instance)
  GROUP BY scope, split HAVING count_if(${CALLED_LEVEL}) ${splits === 'level' ? '> 0' : '= 0'}),
asked AS (
  SELECT scope, instance, criterion, cluster, split, part, value AS label
  FROM labels JOIN items USING (instance) JOIN open USING (scope, split) WHERE value IS NOT NULL),
given AS (
  SELECT scope, run, instance, criterion, repeat, parse, lenient, CASE WHEN ${READ} THEN verdict END AS verdict
  FROM answers SEMI JOIN asked USING (scope, instance, criterion)
  QUALIFY row_number() OVER (PARTITION BY run, instance, criterion, repeat ORDER BY "order") = 1),
touched AS (SELECT DISTINCT scope, run, repeat, part FROM given JOIN asked USING (scope, instance, criterion))
SELECT run, cluster, instance, split, ${encodedSql('criterion')} AS criterion,
  CASE WHEN repeated.run IS NULL THEN '' ELSE repeat::VARCHAR END AS repeat, label, verdict, coalesce(verdict, lenient) AS forgiven
FROM touched JOIN asked USING (scope, part)
LEFT JOIN given USING (scope, run, repeat, instance, criterion)
LEFT JOIN ${repeatedRuns('answers')} AS repeated USING (run) CROSS JOIN settings
WHERE missing = 'wrong' OR coalesce(parse, 'missing') <> 'missing'`;

/** Rows that are scored. Splits without level labels have none, which keeps their benchmarks small. */
export const CHOICES_STEP = sqlStep('table', 'choices', choices('level'));
/** The same of the other splits, for how judges answer there (`judge-check.ts`), all criteria together. */
export const DECIDED_CHOICES_STEP = sqlStep(
  'table',
  'choices',
  `SELECT * REPLACE ('' AS criterion) FROM (${choices('decided')})`,
);

/** Writes the SQL condition that a reading agrees with people; `equal`, which leaves open whether a level pair is good or bad, agrees with both. */
export const agreesSql = (reading: string): string =>
  `(label = coalesce(${reading}, '') OR (coalesce(${reading}, '') = 'equal' AND label IN ('tie', 'both_bad')))`;

const prefers = (reading: string): string => `coalesce(${reading}, '') IN ('a', 'b')`;

const OF_CHOICES = {
  sliceKeys: ['split', 'criterion', 'label', 'repeat'],
  protocols: ['pairwise'],
} as const satisfies Partial<Metric>;

/** Selects the contributions to a metric over `choices`: a row for each that is asked for, worth 1 where the condition holds. */
const choicesSql = (holds: string, asked = 'true'): string =>
  `SELECT run, cluster, instance, ${slicedBy(...OF_CHOICES.sliceKeys)} AS slice,
  (${holds})::DOUBLE AS num, 1::DOUBLE AS den
FROM choices WHERE ${asked}`;

export const fourWayAccuracy: Metric = asMetric({
  id: 'four_way_accuracy',
  label: 'Four-way accuracy',
  name: 'Four-way accuracy',
  gist: 'the same of four answers as people gave',
  ...SHARE_RIGHT,
  ...OF_CHOICES,
  formula: 'pairs on which the judge says what the label says (a, b, tie, both bad) / pairs',
  about:
    'How often a judge gives the answer of the label, which may also say that both are good or both are bad. The denominator is every labelled pair that was asked.',
  edge: 'An answer that cannot be read by the official rules is wrong. An answer that says no more than that the two are equal is right for a tie and for both bad, as in the official code. A missing answer is left out, unless missing counts as wrong.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'tie|B|0/1', 'bad|bad|1/1'] },
  source: 'GenAI-Bench, official code',
  published: { rule: 'wilson' },
  needs: ['level-labels'],
  board: [{ place: 2 }],
  rightness: 'again',
  attributes: true,
  missing: 'labels',
  trivial: ANY_OF_FOUR,
  contributions: choicesSql(agreesSql('verdict')),
});

export const lenientAccuracy: Metric = asMetric({
  id: 'lenient_four_way_accuracy',
  label: 'Lenient format',
  name: 'Four-way accuracy, lenient format',
  ...SHARE_RIGHT,
  ...OF_CHOICES,
  ...OUR_METRIC,
  formula: 'pairs on which the judge says what the label says, read leniently / pairs',
  about:
    'Four-way accuracy when deviations from the required answer format (other quotes, spaces, nested brackets) are accepted. The denominator is that of four-way accuracy.',
  edge: 'Only answers that the official rules cannot read are read again; one that says two different things stays unreadable and is wrong.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|0/1'] },
  needs: ['level-labels'],
  board: [{ place: 3 }],
  missing: 'labels',
  trivial: ANY_OF_FOUR,
  contributions: choicesSql(agreesSql('forgiven')),
});

export const decidedAccuracy: Metric = asMetric({
  id: 'decided_accuracy',
  label: 'Both decided',
  name: 'Accuracy where both decided',
  ...SHARE_RIGHT,
  ...OF_CHOICES,
  ...OUR_METRIC,
  formula: 'pairs in which the judge prefers the labelled response / pairs in which label and judge prefer one',
  about:
    'Whether a judge that prefers one of the two prefers the one that the label prefers. The denominator is the pairs in which both label and judge prefer one.',
  edge: 'A tie, both bad and an answer that cannot be read are left out on either side, so the share of decided pairs belongs beside it.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|0/1', 'tie|A|0/0', 'A|tie|0/0'] },
  needs: ['level-labels'],
  board: [{ place: 4 }],
  attributes: true,
  trivial: { 'coin-flip': () => exact(0.5, 'two equally likely answers') },
  contributions: choicesSql('verdict = label', `${prefers('verdict')} AND ${prefers('label')}`),
});

export const shareDecided: Metric = asMetric({
  id: 'share_decided',
  label: 'Decided',
  name: 'Share of pairs decided',
  ...SHARE,
  ...OF_CHOICES,
  ...OUR_METRIC,
  direction: 'none',
  formula: 'pairs in which the judge prefers one response / pairs',
  about:
    'How often a judge prefers one of the two. The denominator is every labelled pair that was asked; what the labels do with the same pairs stands beside it.',
  edge: 'A tie, both bad and an answer that cannot be read are no preference.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|tie|0/1'] },
  needs: ['labels'],
  board: [{ place: 92 }],
  judgeCheck: true,
  aside: true,
  missing: 'labels',
  trivial: { people: peopleDecided },
  contributions: choicesSql(prefers('verdict')),
});

export const shareA: Metric = asMetric({
  id: 'share_a',
  label: 'Share of A',
  name: 'Share of A among decided pairs',
  ...SHARE,
  ...OF_CHOICES,
  ...OUR_METRIC,
  direction: 'none',
  formula: 'pairs in which the judge prefers A / pairs in which it prefers one response',
  about:
    'Whether a judge names the first of the two more often than the labels do. The denominator is the pairs in which the judge prefers one, whatever the label; the share of the labels stands beside it.',
  edge: 'A tie, both bad and an answer that cannot be read are left out.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'B|A|1/1', 'B|B|0/1', 'A|tie|0/0'] },
  needs: ['labels'],
  board: [{ place: 94 }],
  judgeCheck: true,
  aside: true,
  trivial: { people: peopleForA },
  contributions: choicesSql("verdict = 'a'", prefers('verdict')),
});

export const lean: Metric = asMetric({
  id: 'lean',
  label: 'Lean to A',
  name: 'Lean to A',
  ...OF_CHOICES,
  ...OUR_METRIC,
  unit: 'ratio',
  range: [-1, 1],
  direction: 'none',
  formula: 'share of A where the label is B - share of B where the label is A',
  about:
    'Which of the two a judge names wrongly more often: above 0 it leans to A, below 0 to B, and 1 is a judge that always says A. The denominators are the pairs whose label is B, and those whose label is A.',
  edge: 'An answer that is neither counts in the denominator. Without pairs of both kinds there is no value.',
  sketch: { of: 'verdicts', rows: ['B|A|1/1', 'A|B|1/1|second', 'A|A|0/1|second'], value: 'difference' },
  aggregate: 'derived',
  units: ['label'],
  combination: { key: 'label', weights: { b: 1, a: -1 }, constant: 0 },
  needs: ['labels'],
  board: [{ place: 96 }],
  judgeCheck: true,
  aside: true,
  missing: 'labels',
  attributes: true,
  trivial: { 'coin-flip': () => exact(0, 'it errs to either side alike'), people: () => exact(0, 'by definition') },
  contributions: choicesSql("coalesce(verdict, '') = CASE label WHEN 'a' THEN 'b' ELSE 'a' END", prefers('label')),
});

export const youden: Metric = asMetric({
  id: 'youden',
  label: 'Youden’s J',
  name: 'Youden’s J of A and B',
  ...OF_CHOICES,
  ...OUR_METRIC,
  unit: 'ratio',
  range: [-1, 1],
  direction: 'higher',
  formula: 'share of A where the label is A - share of A where the label is B',
  about:
    'How much better than chance a judge tells A from B: the share right where the label is A (TPR) and the share right where it is B (TNR), less 1. What a share of A means by people is worked out with it. The denominators are the pairs in which judge and label both prefer one, of either label.',
  edge: 'A tie, both bad and an answer that cannot be read are left out. Without pairs of both labels there is no value.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'A|B|1/1|second', 'B|B|0/1|second'], value: 'difference' },
  source: 'W. J. Youden, Cancer 3 (1950)',
  aggregate: 'derived',
  units: ['label'],
  combination: { key: 'label', weights: { a: 1, b: -1 }, constant: 0 },
  rows: ['share_a'],
  needs: ['labels'],
  judgeCheck: true,
  aside: true,
  trivial: { 'coin-flip': () => exact(0, 'its answers do not depend on the label') },
});
