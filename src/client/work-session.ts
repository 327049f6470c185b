import { literal, type Parameter } from '../sql/quote.ts';
import { type Engine, startEngine } from './engine.ts';
import { queryFailure } from './engine-failure.ts';
import { turnstile } from './shared.ts';

/** A connection of its own for tables that are made in the page; nothing of it leaves the engine's memory. */
export interface WorkSession {
  /** The rows of a statement as an Arrow stream: whoever asked reads it, so that a large answer never holds up the page. */
  readonly query: (sql: string, params: readonly Parameter[]) => Promise<Uint8Array>;
  /** Puts a stream of Arrow into a table of the current schema. */
  readonly insert: (table: string, stream: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Runs statements one after the other, each with one message to the engine and one back. A session sends its statements in pieces, so that
 * they can be cancelled, which takes four times as many messages. Scoring runs hundreds of small statements, and is cancelled by ending the
 * worker that asks for them.
 */
function queryOn({ db, guard, fail }: Engine, connection: number): WorkSession['query'] {
  const enter = turnstile();
  const send = (sql: string): Promise<Uint8Array> => guard(db.runQuery(connection, sql));
  return async (sql, params) => {
    const leave = await enter();
    try {
      if (params.length === 0) return await send(sql);
      await send(`PREPARE bound AS ${sql}`);
      return await send(`EXECUTE bound(${params.map(literal).join(', ')})`);
    } catch (error) {
      const failure = queryFailure(error, sql);
      if (failure.kind === 'engine-crashed') fail(failure);
      throw failure;
    } finally {
      leave();
    }
  };
}

/** Starts the engine, if it does not run, and opens a connection for own tables. Throws ClientFailure. */
export async function openWorkSession(): Promise<WorkSession> {
  const engine = await startEngine();
  const { db, guard } = engine;
  const connection = await guard(db.connectInternal());
  return {
    query: queryOn(engine, connection),
    insert: (table, stream) =>
      guard(db.insertArrowFromIPCStream(connection, stream, { name: table, schema: 'main', create: false })),
    close: () => guard(db.disconnect(connection)),
  };
}
