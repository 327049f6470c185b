import { type Step, sqlStep } from '../sql/step.ts';
import { READ } from './answers.ts';
import { itemsStep, promisedStep, repeatedRuns } from './items.ts';
import { OFFICIAL_SETTINGS } from './settings.ts';
import { settingsStep } from './settings-step.ts';
import { encodedSql } from './slice-sql.ts';

const POINTWISE_REPEATS = `SELECT run FROM ${repeatedRuns('judgments')} JOIN runs USING (run) WHERE protocol IN ('perturbation', 'pointwise')`;

/**
 * `scores`: pointwise answers. `number` is the score that was read, `score` the one that counts, which an N/A has not; `seed` is
 * the repeat, `repeat` its name in slices.
 */
const SCORES = `SELECT run, protocol, instance, response, criterion, condition, judgments.repeat AS seed,
  CASE WHEN repeated.run IS NULL THEN '' ELSE judgments.repeat::VARCHAR END AS repeat, parse,
  CASE WHEN ${READ} OR parse = 'abstained' THEN score END AS number,
  CASE WHEN ${READ} THEN score END AS score
FROM judgments JOIN runs USING (run) LEFT JOIN repeated USING (run)
WHERE protocol IN ('perturbation', 'pointwise') AND stage = 'judge'`;

/**
 * `pairs`: score before (y) and after (z) a perturbation, one row per run, instance, response, perturbation and repeat. A side
 * that is not there is null, and so is a score that does not count. `parsed`: both sides brought a number. The bias type is the
 * instance's, or else the condition.
 */
const PAIRS = `WITH perturbed AS NOT MATERIALIZED (SELECT * FROM scores WHERE protocol = 'perturbation'),
joined AS (
  SELECT run, instance, condition, coalesce(after.repeat, before.repeat) AS repeat, before.score AS y, after.score AS z,
    before.number IS NOT NULL AND after.number IS NOT NULL AS parsed, before.number AS base_number, before.parse AS base_parse, after.parse AS parse
  FROM (SELECT * EXCLUDE (condition) FROM perturbed WHERE condition = 'base') AS before
  FULL JOIN (SELECT * FROM perturbed WHERE condition <> 'base') AS after USING (run, instance, response, criterion, seed))
SELECT run, cluster, instance, split, dimension, coalesce(nullif(bias_type, ''), ${encodedSql('condition')}, '') AS bias_type, repeat,
  y, z, parsed, base_number, base_parse, parse
FROM joined JOIN items USING (instance)`;

/** Steps of the pointwise metrics; they read `items` and `settings`. */
export const PAIR_STEPS: readonly Step[] = [
  sqlStep('table', 'repeated', POINTWISE_REPEATS),
  sqlStep('view', 'scores', SCORES),
  sqlStep('table', 'pairs', PAIRS),
];

/** Gives all steps to `pairs` under the official settings, for a figure that asks once. `columns`: those of `instances`. */
export const pairSteps = (columns: ReadonlySet<string>): readonly Step[] => [
  settingsStep(OFFICIAL_SETTINGS),
  itemsStep(columns),
  promisedStep(OFFICIAL_SETTINGS),
  ...PAIR_STEPS,
];
