import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import type { Query } from '../sql/query.ts';
import type { Parameter } from '../sql/quote.ts';
import { type Engine, startEngine } from './engine.ts';
import { startFailure } from './engine-failure.ts';
import type { openSession as OpenSession } from './session.ts';

/** A connection of its own for tables that are made in the page; nothing of it leaves the engine's memory. */
export interface WorkSession {
  readonly query: Query;
  /** Puts a stream of Arrow into a table of the current schema. */
  readonly insert: (table: string, stream: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
}

const insertInto =
  ({ guard }: Engine, connection: AsyncDuckDBConnection): WorkSession['insert'] =>
  (table, stream) =>
    guard(connection.insertArrowFromIPCStream(stream, { name: table, schema: 'main', create: false }));

/** Statements from elsewhere bind what a session can bind. */
const queryOf =
  ({ query }: ReturnType<typeof OpenSession>): Query =>
  (sql, params = []) =>
    query(sql, params as readonly Parameter[]);

/** Starts the engine, if it does not run, and opens a connection for own tables. Throws ClientFailure. */
export async function openWorkSession(): Promise<WorkSession> {
  const [engine, { openSession }] = await Promise.all([
    startEngine(),
    import('./session.ts').catch((error: unknown) => {
      throw startFailure(error);
    }),
  ]);
  const connection = await engine.guard(engine.db.connect());
  const session = openSession(engine, connection);
  return {
    query: queryOf(session),
    insert: insertInto(engine, connection),
    close: () => engine.guard(connection.close()),
  };
}
