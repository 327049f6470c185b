import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import type { Query } from '../sql/query.ts';
import { literal, type Parameter } from '../sql/quote.ts';
import { type Engine, startEngine } from './engine.ts';
import { queryFailure } from './engine-failure.ts';
import { type EngineRow, rowReader } from './rows.ts';
import { turnstile } from './shared.ts';

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

/**
 * Statements one after the other, each in one message to the engine and one back. A session sends them in pieces, so that they can be
 * cancelled, which is four times as many messages; scoring runs hundreds of small statements, and whoever gives it up ends the worker
 * that asks for them.
 */
function queryOn({ guard, fail }: Engine, connection: AsyncDuckDBConnection): Query {
  const enter = turnstile();
  const run = async (sql: string, params: readonly Parameter[]): Promise<EngineRow[]> => {
    if (params.length > 0) await guard(connection.query(`PREPARE bound AS ${sql}`));
    const table = await guard(
      connection.query(params.length === 0 ? sql : `EXECUTE bound(${params.map(literal).join(', ')})`),
    );
    const read = rowReader(table.schema);
    return table.batches.flatMap((batch) => [...read(batch)]);
  };
  return async (sql, params = []) => {
    const leave = await enter();
    try {
      // Statements from elsewhere bind what can be written as a literal.
      return await run(sql, params as readonly Parameter[]);
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
  const connection = await engine.guard(engine.db.connect());
  return {
    query: queryOn(engine, connection),
    insert: insertInto(engine, connection),
    close: () => engine.guard(connection.close()),
  };
}
