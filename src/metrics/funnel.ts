import { number, type Query, text } from '../sql/query.ts';
import { composed, type Step } from '../sql/step.ts';
import type { Condition } from './query.ts';
import { slicedBy } from './slice-sql.ts';

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
