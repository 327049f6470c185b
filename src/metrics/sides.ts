import type { Statement } from './query.ts';

/** Two runs whose contributions are held against each other, instance by instance. */
export interface RunPair {
  readonly first: string;
  readonly second: string;
}

/** Smaller differences are rounding: sums over an instance's rows come in any order. */
const ROUNDING = 1e-9;

/** Conditions on the columns of `gaps`: which of the two runs an instance puts ahead. */
export const SIDES = {
  above: `first_value - second_value > ${ROUNDING}`,
  level: `abs(first_value - second_value) <= ${ROUNDING}`,
  below: `second_value - first_value > ${ROUNDING}`,
} as const;
export type RunSide = keyof typeof SIDES;

/**
 * Rows (line, instance, first_value, second_value), one per instance that both runs have rows for: Σnum/Σden of each run over its
 * rows there (criteria, repeats). `rows` selects (line, run, instance, num, den); `line` tells apart what is counted at once.
 */
export function gaps(rows: Statement, { first, second }: RunPair): Statement {
  const value = (run: string): string => `sum(num) FILTER (run = ${run}) / nullif(sum(den) FILTER (run = ${run}), 0)`;
  return {
    sql: `SELECT line, instance, ${value('first_run')} AS first_value, ${value('second_run')} AS second_value
FROM (${rows.sql}) CROSS JOIN (SELECT ?::VARCHAR AS first_run, ?::VARCHAR AS second_run)
GROUP BY line, instance HAVING first_value IS NOT NULL AND second_value IS NOT NULL`,
    params: [...rows.params, first, second],
  };
}
