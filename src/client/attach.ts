import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import { identifier, literal, type Parameter } from '../sql/quote.ts';
import { type Engine, startEngine } from './engine.ts';
import { queryFailure } from './engine-failure.ts';
import { databaseFile } from './engine-start.ts';
import { type Database, openSession } from './session.ts';
import { turnstile } from './shared.ts';

async function attach(
  { db, guard }: Engine,
  benchmark: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<AsyncDuckDBConnection> {
  const name = databaseFile(benchmark);
  const statement = `ATTACH ${literal(name)} AS ${identifier(benchmark)} (READ_ONLY)`;
  await guard(db.registerFileBuffer(name, bytes));
  try {
    const connection = await guard(db.connect());
    await guard(connection.query(statement));
    await guard(connection.query(`USE ${identifier(benchmark)}`));
    return connection;
  } catch (error) {
    await guard(db.dropFile(name));
    throw queryFailure(error, statement);
  }
}

/** Attaches a benchmark's database and makes it the current one of a connection of its own. Throws ClientFailure. */
export async function attachDatabase(
  engine: Engine,
  benchmark: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Database> {
  const connection = await attach(engine, benchmark, bytes);
  const { db, guard } = engine;
  const database = databaseOn(engine, connection);
  return {
    ...database,
    close: async () => {
      await database.query('USE memory');
      await database.query(`DETACH ${identifier(benchmark)}`);
      await database.close();
      await guard(db.dropFile(databaseFile(benchmark)));
    },
  };
}

/** Opens a connection of its own to a catalog that lies in the engine's memory already. Throws ClientFailure. */
export async function openCatalog(engine: Engine, catalog: string): Promise<Database> {
  const { db, guard } = engine;
  const connection = await guard(db.connect());
  const statement = `USE ${identifier(catalog)}`;
  try {
    await guard(connection.query(statement));
  } catch (error) {
    await guard(connection.close());
    throw queryFailure(error, statement);
  }
  return databaseOn(engine, connection);
}

/** Opens a session on a connection; closing it leaves the tables. */
function databaseOn(engine: Engine, connection: AsyncDuckDBConnection): Database {
  const { query, batches } = openSession(engine, connection);
  return {
    query,
    batches,
    close: () => engine.guard(connection.close()),
  };
}

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
