import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import { identifier, literal } from '../sql/quote.ts';
import type { Engine } from './engine.ts';
import { queryFailure } from './engine-failure.ts';
import { databaseFile } from './engine-start.ts';
import type { Database } from './session.ts';
import { openSession } from './session.ts';

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
