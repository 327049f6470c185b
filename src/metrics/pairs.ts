import { parseSlice } from '../schema/slice.ts';
import { number, type Query, type QueryRow, text } from '../sql/query.ts';
import { composed, type Step, sqlStep } from '../sql/step.ts';
import { encodedSql, itemsStep, promisedStep, repeatedRuns, settingsStep, slicedBy } from './items.ts';
import { READ } from './ledger.ts';
import { type Condition, OFFICIAL_SETTINGS } from './query.ts';

const POINTWISE_REPEATS = `SELECT run FROM ${repeatedRuns('judgments')} JOIN runs USING (run) WHERE protocol IN ('perturbation', 'pointwise')`;

/** `scores`: pointwise answers. `number` was read, `score` counts, which an N/A has not; `seed` is the repeat, `repeat` its name in slices. */
const SCORES = `SELECT run, protocol, instance, response, criterion, condition, judgments.repeat AS seed,
  CASE WHEN repeated.run IS NULL THEN '' ELSE judgments.repeat::VARCHAR END AS repeat, parse,
  CASE WHEN ${READ} OR parse = 'abstained' THEN score END AS number,
  CASE WHEN ${READ} THEN score END AS score
FROM judgments JOIN runs USING (run) LEFT JOIN repeated USING (run)
WHERE protocol IN ('perturbation', 'pointwise') AND stage = 'judge'`;

/** `pairs`: score before (y) and after (z), null where absent or not counted; `parsed`: both have a number. The bias type is the instance's, else the condition. */
const PAIRS = `WITH perturbed AS NOT MATERIALIZED (SELECT * FROM scores WHERE protocol = 'perturbation'),
joined AS (
  SELECT run, instance, condition, coalesce(after.repeat, before.repeat) AS repeat, before.score AS y, after.score AS z,
    before.number IS NOT NULL AND after.number IS NOT NULL AS parsed, before.number AS base_number, before.parse AS base_parse, after.parse AS parse
  FROM (SELECT * EXCLUDE (condition) FROM perturbed WHERE condition = 'base') AS before
  FULL JOIN (SELECT * FROM perturbed WHERE condition <> 'base') AS after USING (run, instance, response, criterion, seed))
SELECT run, cluster, instance, split, dimension, coalesce(nullif(bias_type, ''), ${encodedSql('condition')}, '') AS bias_type, repeat,
  y, z, parsed, base_number, base_parse, parse
FROM joined JOIN items USING (instance)`;

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

/** The funnel of the perturbed pairs of one run, bias type and repeat; each number counts a subset of the one before. */
export interface Funnel {
  readonly run: string;
  /** As in the contributions of BD and BC. */
  readonly slice: string;
  readonly dimension: string;
  readonly pairs: number;
  /** Pairs with a number on both sides, which the official code reports as `samples`. */
  readonly parsed: number;
  /** Pairs without two numbers of which a side abstained. */
  readonly abstained: number;
  /** Pairs with a score above 1 before the perturbation, where the type uses BD; every parsed pair where it uses BC. */
  readonly eligible: number;
  /** Pairs that enter the value: they are eligible, and the settings exclude no abstention of theirs. */
  readonly scored: number;
}

const funnelSql = (
  where: string,
): string => `SELECT run, ${slicedBy('dimension', 'bias_type', 'repeat')} AS slice, dimension,
  count(*)::DOUBLE AS pairs, count_if(parsed)::DOUBLE AS parsed,
  count_if(NOT parsed AND 'abstained' IN (coalesce(base_parse, ''), coalesce(parse, '')))::DOUBLE AS abstained,
  count_if(eligible)::DOUBLE AS eligible,
  count_if(eligible AND y IS NOT NULL AND z IS NOT NULL)::DOUBLE AS scored
FROM (SELECT *, parsed AND (dimension = 'robustness' OR base_number > 1) AS eligible FROM pairs)
WHERE instance IN (SELECT instance FROM instances WHERE ${where})
GROUP BY run, slice, dimension ORDER BY run, slice`;

/** Gives the funnel of every run. `steps`: those to `pairs`; none after `prepare`. */
export async function funnels(query: Query, where: Condition, steps: readonly Step[] = []): Promise<readonly Funnel[]> {
  const own = { sql: funnelSql(where.sql), params: where.params };
  const { sql, params } = steps.length === 0 ? own : composed(steps, own);
  const rows = await query(sql, params);
  return rows.map((row) => ({
    run: text(row, 'run'),
    slice: text(row, 'slice'),
    dimension: text(row, 'dimension'),
    pairs: number(row, 'pairs'),
    parsed: number(row, 'parsed'),
    abstained: number(row, 'abstained'),
    eligible: number(row, 'eligible'),
    scored: number(row, 'scored'),
  }));
}

/** How often a run gave two scores, rounded, before and after a perturbation of one bias type; null for a side without a score that counts. */
export interface ScorePair {
  readonly dimension: string;
  readonly biasType: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly pairs: number;
  readonly cases: number;
}

const countsSql = (
  where: string,
): string => `SELECT ${slicedBy('dimension', 'bias_type')} AS slice, round(y)::DOUBLE AS before, round(z)::DOUBLE AS after,
  count(*)::DOUBLE AS pairs, count(DISTINCT instance)::DOUBLE AS cases
FROM pairs WHERE run = ? AND instance IN (SELECT instance FROM instances WHERE ${where})
GROUP BY ALL ORDER BY ALL`;

const scoreIn = (row: QueryRow, column: string): number | null => (row[column] === null ? null : number(row, column));

/** Gives every pair of a run under the official settings. `columns`: those of `instances`. */
export async function scorePairs(
  query: Query,
  { where, run, columns }: { readonly where: Condition; readonly run: string; readonly columns: ReadonlySet<string> },
): Promise<readonly ScorePair[]> {
  const counts = { sql: countsSql(where.sql), params: [run, ...where.params] };
  const { sql, params } = composed(pairSteps(columns), counts);
  const rows = await query(sql, params);
  return rows.map((row) => {
    const slice = parseSlice(text(row, 'slice'));
    return {
      dimension: slice.get('dimension') ?? '',
      biasType: slice.get('bias_type') ?? '',
      before: scoreIn(row, 'before'),
      after: scoreIn(row, 'after'),
      pairs: number(row, 'pairs'),
      cases: number(row, 'cases'),
    };
  });
}
