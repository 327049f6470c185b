import { number, type Query, text } from '../sql/query.ts';
import { type Step, sqlStep } from '../sql/step.ts';
import { GOLD_SETS, READ } from './answers.ts';
import { repeatedRuns } from './items.ts';
import { encodedSql } from './slice-sql.ts';

/**
 * `asked`: what critics were asked and what is right by each set of labels: correct or error per response, the better response per pair. A pair
 * that people called level was asked about all the same, though no choice of it is right or wrong.
 */
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
export const IS_DECIDED = "label NOT IN ('tie', 'both_bad')";

/** `critic_rows`: judgments of critics with their facets; `repeat` is the repeat's name in slices, `seed` its number. */
const CRITIC_ROWS = `WITH rows AS (
  SELECT run, instance, response, stage, critique_judge, repeat, "order", verdict, score, parse
  FROM judgments JOIN runs USING (run) WHERE protocol = 'critique' AND stage IN ('critique', 'correction', 'preference'))
SELECT run, cluster, instance, split, part, subset, task_type, quality_band, quality_pair, annotator, response, stage,
  ${encodedSql('critique_judge')} AS critique_judge,
  rows.repeat AS seed, CASE WHEN repeated.run IS NULL THEN '' ELSE rows.repeat::VARCHAR END AS repeat, "order", verdict, score, parse
FROM rows JOIN items USING (instance) LEFT JOIN ${repeatedRuns('rows')} AS repeated USING (run)`;

/**
 * `given`: one row per critique and preference that a run lists. `verdict` is null where none was read. Several rows of one critique
 * (one per critique judge) carry one verdict; of two orders the first that is on file counts.
 */
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

/** Number of labels by stage and what they say: what a critic would have to answer, over all cases that some critic judged. */
export type CriticLabels = ReadonlyMap<'critique' | 'preference', ReadonlyMap<string, number>>;

const CRITIC_LABELS = `WITH gold_sets AS (${GOLD_SETS})
SELECT stage, label, count(*)::DOUBLE AS n FROM (${ASKED})
WHERE scope = '' AND ${IS_DECIDED} AND instance IN (SELECT instance FROM judgments JOIN runs USING (run) WHERE protocol = 'critique')
GROUP BY ALL ORDER BY ALL`;

/** Counts what the labels say of which critics are asked, in the current database. */
export async function criticLabels(query: Query): Promise<CriticLabels> {
  const rows = await query(CRITIC_LABELS);
  const of = (stage: string): ReadonlyMap<string, number> =>
    new Map(rows.filter((row) => row['stage'] === stage).map((row) => [text(row, 'label'), number(row, 'n')]));
  return new Map((['critique', 'preference'] as const).map((stage) => [stage, of(stage)]));
}
