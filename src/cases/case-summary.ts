import { number, type Query } from '../sql/query.ts';
import { literals } from '../sql/quote.ts';
import { CASE_OUTCOMES } from './choices.ts';
import { criteriaAsked, facetsOf, runChoices } from './gather.ts';
import { amendedCases, STORED_CASES, type Summarised, summariseCases } from './scope.ts';

const NONE = CASE_OUTCOMES.indexOf('none');

/** Says what the cases of the current database are summarised by. */
export async function summarisedBy(query: Query): Promise<Summarised> {
  const criteria = (await criteriaAsked(query)).map((id) => ({ id }));
  return { facets: await facetsOf(query), runs: await runChoices(query), criteria };
}

/** Adds to the current database, which has the schema `stored`, what the explorer would otherwise compute from all of its rows. */
export async function storeCaseSummary(query: Query, summarised: Summarised): Promise<void> {
  for (const { sql, params } of summariseCases(summarised)) await query(sql, params);
}

/**
 * Updates the summary for the cases at some places; the current database shows judgments and contributions of these alone. False where
 * cases would have to move.
 */
export async function amendCaseSummary(
  query: Query,
  summarised: Summarised,
  places: readonly number[],
): Promise<boolean> {
  const into = 'changed_cases';
  const where = `instances.rowid IN (${literals(places)})`;
  for (const { sql, params } of summariseCases(summarised, { into, where })) await query(sql, params);
  const [moved = {}] =
    await query(`SELECT count(*)::DOUBLE AS n FROM ${into} AS now JOIN ${STORED_CASES} AS old USING (_place)
WHERE (now._outcome = ${NONE}) <> (old._outcome = ${NONE})`);
  const inPlace = number(moved, 'n') === 0;
  if (inPlace) await query(amendedCases(summarised, into));
  await query(`DROP TABLE temp.${into}`);
  return inPlace;
}
