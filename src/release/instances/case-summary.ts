import { gather } from '../../cases/gather.ts';
import { summariseCases } from '../../cases/scope.ts';
import type { Query } from '../../sql/query.ts';

/** Adds to the current database, which has the schema `stored`, what the explorer would have to work out of all its rows. */
export async function storeCaseSummary(query: Query): Promise<void> {
  const { criteria, ...found } = await gather(query);
  const statements = summariseCases({ ...found, criteria: criteria.map((id) => ({ id })) });
  for (const { sql, params } of statements) await query(sql, params);
}
