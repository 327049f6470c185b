import { longStatement } from '../cases/long.ts';
import { type FoundBySql, findPlaces, findPoints } from '../cases/sets.ts';
import type { Scope } from '../cases/wanted.ts';
import { openDatabase, openQuery } from '../client/database.ts';
import type { QueryRow } from '../sql/query.ts';

// What only the query engine can say of cases. All of it throws ClientFailure, or the signal's reason.

export const placesBySql = async (benchmark: string, found: FoundBySql, signal: AbortSignal) =>
  findPlaces(await openQuery(benchmark, signal), found);

export const pointsBySql = async (
  benchmark: string,
  { scope, cases }: { readonly scope: Scope; readonly cases: number },
  signal: AbortSignal,
) => findPoints(await openQuery(benchmark, signal), scope, cases);

/** Gives all answers to the cases at some places, in their order, a row each with the columns of a long download. */
export async function* answersBySql(
  benchmark: string,
  { scope, places }: { readonly scope: Pick<Scope, 'metric' | 'run' | 'criterion'>; readonly places: Uint32Array },
  signal: AbortSignal,
): AsyncGenerator<readonly QueryRow[]> {
  const database = await openDatabase(benchmark, { signal });
  const { sql, params } = longStatement(places, scope);
  yield* database.batches(sql, params, { signal });
}
