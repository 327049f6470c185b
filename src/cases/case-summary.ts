import type { Query } from '../sql/query.ts';
import { criteriaAsked, facetsOf, runChoices } from './gather.ts';
import { type Summarised, summariseCases } from './scope.ts';

/** Says what the cases of the current database are summarised by. */
export async function summarisedBy(query: Query): Promise<Summarised> {
  const criteria = (await criteriaAsked(query)).map((id) => ({ id }));
  return { facets: await facetsOf(query), runs: await runChoices(query), criteria };
}

/** Adds to the current database, which has the schema `stored`, what the explorer would otherwise compute from all of its rows. */
export async function storeCaseSummary(query: Query, summarised: Summarised): Promise<void> {
  for (const { sql, params } of summariseCases(summarised)) await query(sql, params);
}
