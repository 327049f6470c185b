import { number, type Query, text } from '../sql/query.ts';
import { type Step, sqlStep } from '../sql/step.ts';
import { encodedSql, repeatedRuns, slicedBy } from './items.ts';
import { bestOfStage, type CriticLabels, EVEN } from './labels.ts';
import { GOLD_SETS, READ } from './ledger.ts';
import { asMetric, type Metric, SCORE_OF_CRITIQUES, SHARE_RIGHT } from './metric.ts';

/** `asked`: what critics were asked and what is right by each set of labels. A pair that people called level was asked about, though no choice of it is right. */
const ASKED = `WITH quality AS (
  SELECT scope, instance, max(number) FILTER (response = 'a') AS a, max(number) FILTER (response = 'b') AS b
  FROM gold_sets WHERE kind = 'quality' AND annotator = '' GROUP BY scope, instance)
SELECT scope, 'critique' AS stage, instance, response, value AS label FROM gold_sets WHERE kind = 'correct' AND annotator = ''
UNION ALL
SELECT scope, 'preference', instance, '', value FROM gold_sets
WHERE kind = 'preference' AND annotator = '' AND criterion = ''
UNION ALL
SELECT scope, 'preference', instance, '', CASE WHEN a > b THEN 'a' ELSE 'b' END
FROM quality ANTI JOIN (SELECT scope, instance FROM gold_sets WHERE kind = 'preference' AND annotator = '' AND criterion = '') USING (scope, instance)
WHERE a <> b`;

/** SQL condition: people preferred one of the two, or said whether it is right. */
const IS_DECIDED = "label NOT IN ('tie', 'both_bad')";

/** `critic_rows`: judgments of critics with their facets; `repeat` is the repeat's name in slices, `seed` its number. */
const CRITIC_ROWS = `WITH rows AS (
  SELECT run, instance, response, stage, critique_judge, repeat, "order", verdict, score, parse
  FROM judgments JOIN runs USING (run) WHERE protocol = 'critique' AND stage IN ('critique', 'correction', 'preference'))
SELECT run, cluster, instance, split, part, subset, task_type, quality_band, quality_pair, annotator, response, stage,
  ${encodedSql('critique_judge')} AS critique_judge,
  rows.repeat AS seed, CASE WHEN repeated.run IS NULL THEN '' ELSE rows.repeat::VARCHAR END AS repeat, "order", verdict, score, parse
FROM rows JOIN items USING (instance) LEFT JOIN ${repeatedRuns('rows')} AS repeated USING (run)`;

/** `given`: a row per critique and preference; `verdict` null where none was read. Rows of several critique judges carry one verdict; of two orders the first counts. */
const GIVEN = `SELECT run, cluster, stage, instance, split, response, seed, repeat, answer.verdict AS verdict, answer.parse AS parse
FROM (
  SELECT run, cluster, stage, instance, split, CASE WHEN stage = 'preference' THEN '' ELSE response END AS response, seed, repeat,
    first({'verdict': CASE WHEN ${READ} AND verdict IN ('a', 'b', 'tie', 'correct', 'error') THEN verdict END, 'parse': parse}
      ORDER BY "order", parse = 'missing', verdict IS NULL, critique_judge) AS answer
  FROM critic_rows WHERE stage IN ('critique', 'preference') GROUP BY ALL)`;

/** `replies`: one row per label that a run should have answered in each repeat, in the parts and stages that it touched. */
const REPLIES = `WITH repeats AS (
  SELECT run, stage, seed, repeat FROM critic_rows
  UNION
  SELECT run, stage, promised.repeat, promised.repeat::VARCHAR FROM promised JOIN (SELECT DISTINCT run, stage FROM critic_rows) USING (run)),
touched AS (SELECT * FROM (SELECT DISTINCT run, stage, part FROM critic_rows) JOIN repeats USING (run, stage)),
answered AS (SELECT run, stage, instance, response, seed, verdict, parse FROM given)
SELECT run, cluster, instance, split, subset, task_type, quality_band, quality_pair, stage, response, touched.repeat, label,
  verdict, coalesce(parse, 'missing') AS parse
FROM touched JOIN scopes USING (run) JOIN asked USING (scope, stage) JOIN items USING (instance, part)
  LEFT JOIN answered USING (run, stage, instance, response, seed)`;

/** Steps of the critique metrics; they read `items`, `scopes` and `gold_sets`. */
export const CRITIQUE_STEPS: readonly Step[] = [
  sqlStep('view', 'asked', ASKED),
  sqlStep('table', 'critic_rows', CRITIC_ROWS),
  sqlStep('table', 'given', GIVEN),
  sqlStep('table', 'replies', REPLIES),
];

const CRITIC_LABELS = `WITH gold_sets AS (${GOLD_SETS})
SELECT stage, label, count(*)::DOUBLE AS n FROM (${ASKED})
WHERE scope = '' AND ${IS_DECIDED} AND instance IN (SELECT instance FROM judgments JOIN runs USING (run) WHERE protocol = 'critique')
GROUP BY ALL ORDER BY ALL`;

export async function criticLabels(query: Query): Promise<CriticLabels> {
  const rows = await query(CRITIC_LABELS);
  const of = (stage: string): ReadonlyMap<string, number> =>
    new Map(rows.filter((row) => row['stage'] === stage).map((row) => [text(row, 'label'), number(row, 'n')]));
  return new Map((['critique', 'preference'] as const).map((stage) => [stage, of(stage)]));
}

export const critiqueAccuracy: Metric = asMetric({
  id: 'critique_accuracy',
  label: 'Accuracy',
  name: 'Critique accuracy',
  ...SHARE_RIGHT,
  formula: 'samples where the correct-or-error verdict equals the label / samples',
  about:
    'How often the judge rightly says whether a response is correct. The denominator is the samples of the subset or task type with a readable verdict.',
  edge: 'A sample without a readable verdict is left out, as the printed values suggest, unless missing counts as wrong. n therefore differs between judges and between accuracy and score.',
  sketch: { of: 'labels', rows: ['correct|correct|1/1', 'error|correct|0/1'] },
  source: 'MM-Critic section 4.2, equation 1',
  sliceKeys: ['subset', 'task_type', 'quality_band', 'repeat'],
  protocols: ['critique'],
  published: { rule: 'wilson-questions' },
  rightness: 'each',
  better: true,
  board: [{ place: 10 }, { place: 12, by: 'subset' }],
  attributes: true,
  missing: 'labels',
  trivial: { ...EVEN, ...bestOfStage('critique') },
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('subset', 'task_type', 'quality_band', 'repeat')} AS slice,
  (label IS NOT DISTINCT FROM verdict)::DOUBLE AS num, 1::DOUBLE AS den
FROM replies CROSS JOIN settings WHERE stage = 'critique' AND (verdict IS NOT NULL OR missing = 'wrong')`,
});

export const critiqueScore: Metric = asMetric({
  id: 'critique_score',
  label: 'Score',
  name: 'Critique score',
  ...SCORE_OF_CRITIQUES,
  formula: 'mean of the scores given to the critiques',
  about:
    'How good the written critique is. A critique judge reads it beside a reference critique, which stands for 8, and gives 0 to 10. The denominator is the scored critiques.',
  edge: 'Critiques without a score are left out. A score outside 0 to 10 is an error in the data: reported, not averaged.',
  sketch: { of: 'given', rows: ['First|8|8/1', 'Second|5|5/1'] },
  source: 'MM-Critic section 4.2, equation 3',
  sliceKeys: ['subset', 'task_type', 'quality_band', 'critique_judge', 'annotator', 'repeat'],
  published: { rule: 'score-at-most' },
  figure: 'length-score',
  board: [{ place: 20, by: 'critique_judge' }],
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('subset', 'task_type', 'quality_band', 'critique_judge', 'annotator', 'repeat')} AS slice,
  score AS num, 1::DOUBLE AS den
FROM critic_rows WHERE stage = 'critique' AND score BETWEEN 0 AND 10`,
});

export const correctionScore: Metric = asMetric({
  id: 'correction_score',
  label: 'Correction',
  name: 'Correction score',
  ...SCORE_OF_CRITIQUES,
  formula: 'mean of the scores given to the rewritten answers',
  about:
    'How good an answer the judge writes when told that the response is not good enough; scored like the critique. The denominator is the scored rewrites.',
  edge: 'Rewrites without a score are left out. A score outside 0 to 10 is an error in the data: reported, not averaged.',
  sketch: { of: 'given', rows: ['First|9|9/1', 'Second|4|4/1'] },
  source: 'MM-Critic sections 3.4 and 4.2',
  sliceKeys: ['subset', 'task_type', 'critique_judge', 'repeat'],
  published: { rule: 'none', reason: 'the number of scored rewrites is not printed' },
  board: [{ place: 30, by: 'critique_judge' }],
  contributions: `SELECT run, cluster, instance,
  ${slicedBy('subset', 'task_type', 'critique_judge', 'repeat')} AS slice,
  score AS num, 1::DOUBLE AS den
FROM critic_rows WHERE stage = 'correction' AND score BETWEEN 0 AND 10`,
});

export const preferenceAccuracy: Metric = asMetric({
  id: 'preference_accuracy',
  label: 'Preference',
  name: 'Preference accuracy',
  ...SHARE_RIGHT,
  formula: 'pairs where the response of higher quality is chosen / pairs',
  about:
    'How often the judge picks the better of two responses to one question, by their quality labels. The denominator is the pairs with a readable choice.',
  edge: 'Equal quality is no label, and neither is a tie or both bad. A pair without a readable choice is left out, as the printed values suggest, unless missing counts as wrong; a tie is wrong.',
  sketch: { of: 'labels', rows: ['A|A|1/1', 'B|A|0/1'] },
  source: 'MM-Critic section 4.2, equation 2',
  sliceKeys: ['quality_pair', 'task_type', 'repeat'],
  protocols: ['critique'],
  published: { rule: 'wilson-largest-n' },
  rightness: 'each',
  board: [{ place: 40 }, { place: 42, by: 'quality_pair' }],
  attributes: true,
  missing: 'labels',
  trivial: { ...EVEN, ...bestOfStage('preference') },
  contributions: `SELECT run, cluster, instance, ${slicedBy('quality_pair', 'task_type', 'repeat')} AS slice,
  (label IS NOT DISTINCT FROM verdict)::DOUBLE AS num, 1::DOUBLE AS den
FROM replies CROSS JOIN settings WHERE stage = 'preference' AND ${IS_DECIDED} AND (verdict IS NOT NULL OR missing = 'wrong')`,
});

export const lengthSlope: Metric = asMetric({
  id: 'length_slope',
  label: 'Length slope',
  name: 'Score per log length',
  unit: 'number',
  range: null,
  direction: 'none',
  formula: 'within a judge: slope of critique score on ln(characters of the critique)',
  about:
    'How many points a critique gains when it is e (about 2.7) times as long. A positive slope means that longer critiques score higher, be it for substance or for bulk. It rests on the scored critiques of at least one character.',
  edge: 'No value when all critiques are equally long. Compare judges at a common length with the adjusted means.',
  sketch: { of: 'lengths', rows: ['100|5|4.61/1', '272|6|5.61/1'], value: 'slope' },
  source: 'MM-Critic section 5; regression ours',
  aggregate: 'derived',
  sliceKeys: ['task_type', 'quality_band'],
  protocols: ['critique'],
  published: { rule: 'none', reason: 'needs the critiques' },
  figure: 'length-score',
  rows: [],
});
