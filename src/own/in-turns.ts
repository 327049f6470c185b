import type { Database } from '../client/session.ts';
import { abortable } from '../client/shared.ts';

export type InTurn = <T>(use: () => Promise<T>) => Promise<T>;

/** Batches one by one; whoever reads them may ask for something else in between. */
async function* eachInTurn<T>(batches: AsyncGenerator<T, void, undefined>, inTurn: InTurn) {
  try {
    for (;;) {
      const { done, value } = await inTurn(() => batches.next());
      if (done) return;
      yield value;
    }
  } finally {
    await batches.return();
  }
}

/**
 * What a page asks of a database is asked in its turn: another result may be looked into or be made a file of meanwhile, whose tables have the same
 * name in the engine.
 */
export const inTurns = (database: Database, inTurn: InTurn): Database => ({
  query: (sql, params, options) =>
    abortable(
      inTurn(() => database.query(sql, params, options)),
      options?.signal,
    ),
  batches: (sql, params, options) => eachInTurn(database.batches(sql, params, options), inTurn),
  keepNumbers: (name, numbers) => inTurn(() => database.keepNumbers(name, numbers)),
  close: database.close,
});
