import { READ } from './answers.ts';
import { repeatedRuns } from './items.ts';
import { encodedSql } from './slice.ts';

/**
 * `scores`: pointwise answers with their facets. `number` is the score that was read, `score` the one that counts under the
 * settings. The bias type is the instance's, or else the condition; `seed` is the repeat, `repeat` its name in slices.
 */
const SCORES = `CREATE OR REPLACE TEMP TABLE scores AS
WITH read AS (
  SELECT run, protocol, instance, response, condition, repeat, parse, CASE WHEN ${READ} OR parse = 'abstained' THEN score END AS number,
    CASE WHEN ${READ} OR (parse = 'abstained' AND abstained = 'scored') THEN score END AS score
  FROM judgments JOIN runs USING (run) CROSS JOIN settings
  WHERE protocol IN ('perturbation', 'pointwise') AND stage = 'judge')
SELECT run, protocol, cluster, instance, split, response, condition = 'base' AS base, dimension,
  CASE WHEN bias_type = '' AND condition <> 'base' THEN ${encodedSql('condition')} ELSE bias_type END AS bias_type,
  read.repeat AS seed, CASE WHEN repeated.run IS NULL THEN '' ELSE read.repeat::VARCHAR END AS repeat, parse, number, score
FROM read JOIN items USING (instance) LEFT JOIN ${repeatedRuns('read')} AS repeated USING (run)`;

/**
 * `pairs`: score before (y) and after (z) a perturbation, one row per run, instance, response, perturbation and repeat. A side
 * that is not there is null, and so is a score that does not count. `parsed`: both sides brought a number.
 */
const PAIRS = `CREATE OR REPLACE TEMP TABLE pairs AS
WITH perturbed AS (SELECT * FROM scores WHERE protocol = 'perturbation')
SELECT run, coalesce(after.cluster, before.cluster) AS cluster, instance, coalesce(after.split, before.split) AS split,
  coalesce(after.dimension, before.dimension) AS dimension,
  coalesce(after.bias_type, before.bias_type) AS bias_type, coalesce(after.repeat, before.repeat) AS repeat,
  before.score AS y, after.score AS z, before.number IS NOT NULL AND after.number IS NOT NULL AS parsed, before.parse AS base_parse, after.parse AS parse
FROM (SELECT * FROM perturbed WHERE base) AS before
FULL JOIN (SELECT * FROM perturbed WHERE NOT base) AS after USING (run, instance, response, seed)`;

/** Statements that prepare the pointwise metrics, in order; they read `items` and `settings`. */
export const PAIR_TABLES: readonly string[] = [SCORES, PAIRS];
