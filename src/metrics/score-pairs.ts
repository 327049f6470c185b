import { parseSlice } from '../schema/slice.ts';
import { number, type Query, type QueryRow, text } from '../sql/query.ts';
import { composed } from '../sql/step.ts';
import { pairSteps } from './pairs.ts';
import type { Condition } from './query.ts';
import { slicedBy } from './slice-sql.ts';

/**
 * How often a run gave these two scores, rounded to whole ones, before and after a perturbation of one bias type; null for a side
 * without a score that counts.
 */
export interface ScorePair {
  readonly dimension: string;
  readonly biasType: string;
  readonly before: number | null;
  readonly after: number | null;
  /** Over all responses and repeats. */
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
