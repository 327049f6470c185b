import { slicePair } from '../schema/slice.ts';
import { literal, literals } from '../sql/quote.ts';
import { type Step, sqlStep } from '../sql/step.ts';
import type { Choices } from './choices.ts';
import { lossRows, REPEAT, VERDICT_LIST, VERDICT_LOST } from './scope.ts';
import { type Filter, pointsRun, type Scope } from './wanted.ts';

/** Table (_place, points) of the cases that cost somebody points or could have: made for an order only. */
export const POINTS = 'explore_points';

interface PointsOf {
  readonly scope: Scope;
  readonly filter: Filter;
}

type Counted = Pick<Choices, 'runs' | 'criteria' | 'sliced'>;

/**
 * Selects the points lost on a case by the run that the list is about, or by all together: one for each criterion that the run lost there,
 * at least one where it lost the case, none where it won. A criterion or a case is lost if half of its repeats or more are (`marksSql`).
 * Under a criterion only that one counts.
 */
function verdictPoints({ runs, criteria }: Counted, { scope: { criterion, run }, filter }: PointsOf): string {
  const wanted = pointsRun({ run }, filter);
  const counted = runs.filter((one) => wanted === '' || one.run === wanted).map((one) => one.run);
  const of = criteria.map(({ id }) => slicePair('criterion', id));
  const part = `regexp_extract(slice, '(?:^|;)(criterion=[^;]*)', 1)`;
  const only = criterion === '' ? '' : `WHERE part = ${literal(slicePair('criterion', criterion))}`;
  const lost = '2 * count_if(lost) >= count(*)';
  return `WITH answers AS (
  SELECT instance, run, ${part} AS part, ${REPEAT} AS repeat, bool_or(${VERDICT_LOST}) AS lost FROM contributions
  WHERE metric IN (${VERDICT_LIST}) AND run IN (${counted.length === 0 ? 'NULL' : literals(counted)}) GROUP BY ALL),
asked AS (FROM answers ${only}),
whole AS (SELECT instance, run, ${lost} AS lost FROM (
  SELECT instance, run, repeat, bool_or(lost) AS lost FROM asked GROUP BY ALL) GROUP BY ALL),
parts AS (SELECT instance, run, count_if(lost) AS n FROM (
  SELECT instance, run, part, ${lost} AS lost FROM asked WHERE part IN (${of.length === 0 ? 'NULL' : literals(of)}) GROUP BY ALL) GROUP BY ALL)
SELECT instance, sum(greatest(lost::INTEGER, coalesce(n, 0))) AS points FROM whole LEFT JOIN parts USING (instance, run) GROUP BY instance`;
}

/**
 * Lists the steps to the table `explore_points`. In a list that was opened from a value, points are the answers that cost points under its
 * measure; elsewhere they are lost criteria (`verdictPoints`).
 */
export function pointSteps(choices: Counted, of: PointsOf): readonly Step[] {
  const lost = lossRows(of.scope, new Set(choices.sliced));
  const sql =
    lost === null
      ? verdictPoints(choices, of)
      : `SELECT instance, count(*) AS points FROM (${lost.sql}) GROUP BY instance`;
  return [
    sqlStep('table', POINTS, 'SELECT 0::INTEGER AS _place, 0::INTEGER AS points LIMIT 0'),
    {
      name: POINTS,
      kind: 'rows',
      sql: `SELECT instances.rowid, points FROM (${sql}) JOIN instances USING (instance)`,
      params: lost?.params ?? [],
    },
  ];
}
