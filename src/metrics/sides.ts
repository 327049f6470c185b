import type { Statement } from '../sql/query.ts';

/** Two runs that are compared instance by instance: the `other` one with the `base`. */
export interface RunPair {
  readonly other: string;
  readonly base: string;
}

/** Smaller differences are rounding: sums over an instance's rows come in any order. */
const ROUNDING = 1e-9;

/** Conditions on the columns of `gaps`: which of the two runs is ahead on an instance; `above` is the other run. */
export const SIDES = {
  above: `other_value - base_value > ${ROUNDING}`,
  level: `abs(other_value - base_value) <= ${ROUNDING}`,
  below: `base_value - other_value > ${ROUNDING}`,
} as const;
export type RunSide = keyof typeof SIDES;

/** Rows (line, instance, other_value, base_value) of instances that both runs have: Σnum/Σden of each. `rows` selects (line, run, instance, num, den). */
export function gaps(rows: Statement, { other, base }: RunPair): Statement {
  const value = (run: string): string => `sum(num) FILTER (run = ${run}) / nullif(sum(den) FILTER (run = ${run}), 0)`;
  return {
    sql: `SELECT line, instance, ${value('other_run')} AS other_value, ${value('base_run')} AS base_value
FROM (${rows.sql}) CROSS JOIN (SELECT ?::VARCHAR AS other_run, ?::VARCHAR AS base_run)
GROUP BY line, instance HAVING other_value IS NOT NULL AND base_value IS NOT NULL`,
    params: [...rows.params, other, base],
  };
}
