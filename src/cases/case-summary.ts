import type { Query } from '../sql/query.ts';
import { gather } from './gather.ts';
import { type Summarised, summariseCases } from './scope.ts';

/** Adds to the current database, which has the schema `stored`, what the explorer would have to work out of all its rows; says of what. */
export async function storeCaseSummary(query: Query): Promise<Summarised> {
  const { criteria, ...found } = await gather(query);
  const summarised = { ...found, criteria: criteria.map((id) => ({ id })) };
  for (const { sql, params } of summariseCases(summarised)) await query(sql, params);
  return summarised;
}
