import { sqlStep } from '../sql/step.ts';
import { READ } from './answers.ts';
import { repeatedRuns } from './items.ts';
import type { Metric } from './metric.ts';
import { encodedSql, slicedBy } from './slice-sql.ts';

/** SQL: people called the pair level, well or badly. */
export const CALLED_LEVEL = "value IN ('tie', 'both_bad')";

/**
 * Selects `choices`: one row per run, repeat and label of the splits in which people could call a pair level (`open`), or of those in which they
 * could not: the label, the verdict (null: not readable) and the verdict that a forgiving reading finds. Where a run judged in both orders,
 * the verdict is that of the first, as on answer sheets.
 */
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

/** Writes the SQL condition that a reading prefers one of the two. */
export const prefers = (reading: string): string => `coalesce(${reading}, '') IN ('a', 'b')`;

/** What all metrics over `choices` have in common; in their slices `label` is what people said. */
export const OF_CHOICES = {
  sliceKeys: ['split', 'criterion', 'label', 'repeat'],
  protocols: ['pairwise'],
} as const satisfies Partial<Metric>;

/** Selects the contributions to a metric over `choices`: a row for each that is asked for, worth 1 where the condition holds. */
export const choicesSql = (holds: string, asked = 'true'): string =>
  `SELECT run, cluster, instance, ${slicedBy(...OF_CHOICES.sliceKeys)} AS slice,
  (${holds})::DOUBLE AS num, 1::DOUBLE AS den
FROM choices WHERE ${asked}`;
