import type { AsyncDuckDBConnection } from '@duckdb/duckdb-wasm';
import type { RecordBatch, Schema } from 'apache-arrow';
import { literals, type Parameter } from '../sql/quote.ts';
import type { Engine } from './engine.ts';
import { queryFailure } from './engine-failure.ts';
import { type ColumnTypes, type RowsOf, rowReader } from './rows.ts';
import { abortable, recent, turnstile } from './shared.ts';

interface QueryOptions<C extends ColumnTypes = ColumnTypes> {
  /** Cancels the query, which then rejects with the signal's reason (`AbortError`). */
  readonly signal?: AbortSignal | undefined;
  /** Columns that the result must have; they give the rows their type. */
  readonly columns?: C;
}

type RunStatement<Result> = <const C extends ColumnTypes = ColumnTypes>(
  sql: string,
  params?: readonly Parameter[],
  options?: QueryOptions<C>,
) => Result extends 'all' ? Promise<RowsOf<C>> : AsyncGenerator<RowsOf<C>, void, undefined>;

/** Runs statements on one connection, one after the other, in the order of the calls. */
export interface EngineSession {
  /**
   * All rows of one statement, values bound to its `?`. A SELECT that was answered a little while ago is answered from memory.
   * Throws ClientFailure with the statement (`query-failed`, `out-of-memory`, `engine-crashed`).
   */
  readonly query: RunStatement<'all'>;
  /** The same in batches of about 2 000 rows, for large results; other statements wait until the loop is left. */
  readonly batches: RunStatement<'batches'>;
}

/** Offers a benchmark's narrow tables, attached and current: statements name them without a prefix. */
export interface Database extends EngineSession {
  /** Detaches the database and gives its memory back; the next `openDatabase` attaches it anew. */
  readonly close: () => Promise<void>;
}

const KEPT_ANSWERS = 64;
/** Answers with more rows than this, or with a longer list, are not kept. */
const KEPT_ROWS = 5000;

const isSmall = (rows: readonly Readonly<Record<string, unknown>>[]): boolean =>
  rows.length <= KEPT_ROWS &&
  rows.every((row) => Object.values(row).every((value) => !Array.isArray(value) || value.length <= KEPT_ROWS));

/** Says whether a statement only reads; any other may change temporary tables, and with them every answer. */
function onlyReads(sql: string): boolean {
  return /^\s*(?:select|with|from)\b/i.test(sql) && !/\b(?:insert|update|delete|merge)\b/i.test(sql);
}

/** Sends the schema of one statement's result, then its batches; cancelled by the signal. */
async function* send(
  { guard }: Engine,
  connection: AsyncDuckDBConnection,
  { sql, signal }: { readonly sql: string; readonly signal?: AbortSignal | undefined },
) {
  const cancel = (): void => void guard(connection.cancelSent()).catch(() => undefined);
  // A query that was given up while its values were bound gets no event that would cancel it.
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel);
  try {
    const reader = await guard(connection.send(sql));
    await guard(reader.open());
    yield { schema: reader.schema as Schema };
    const batches = reader[Symbol.asyncIterator]();
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await guard(batches.next());
      if (done) return;
      yield { batch: value as RecordBatch };
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Makes a session of a connection: it runs one statement at a time and keeps the latest answers. */
export function openSession(engine: Engine, connection: AsyncDuckDBConnection): EngineSession {
  const enter = turnstile();
  const answers = recent<readonly unknown[]>(KEPT_ANSWERS);

  /**
   * Prepares the statement with its values: DuckDB-WASM's own prepared statements cannot be cancelled while they run, a sent EXECUTE can.
   * Prepared anew each time, since running one on a temporary table that was replaced meanwhile crashes the engine.
   */
  async function bind(sql: string, params: readonly Parameter[]): Promise<string> {
    if (params.length === 0) return sql;
    const values = literals(params);
    await engine.guard(connection.query(`PREPARE bound AS ${sql}`));
    return `EXECUTE bound(${values})`;
  }

  function failureOf(error: unknown, sql: string, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted) return signal.reason;
    const failure = queryFailure(error, sql);
    if (failure.kind === 'engine-crashed') engine.fail(failure);
    return failure;
  }

  async function* batches<C extends ColumnTypes>(
    sql: string,
    params: readonly Parameter[] = [],
    { signal, columns }: QueryOptions<C> = {},
  ): AsyncGenerator<RowsOf<C>, void, undefined> {
    const leave = await enter();
    try {
      signal?.throwIfAborted();
      let read: ((batch: RecordBatch) => RowsOf<C>) | undefined;
      for await (const { schema, batch } of send(engine, connection, { sql: await bind(sql, params), signal })) {
        if (schema !== undefined) read = rowReader<C>(schema, columns);
        else if (read !== undefined) yield read(batch);
      }
    } catch (error) {
      throw failureOf(error, sql, signal);
    } finally {
      if (!onlyReads(sql)) answers.clear();
      leave();
    }
  }

  async function collect<C extends ColumnTypes>(
    sql: string,
    params: readonly Parameter[],
    options: QueryOptions<C>,
  ): Promise<RowsOf<C>> {
    const key = JSON.stringify([sql, params, options.columns]);
    const known = answers.get(key);
    // The key holds the columns, so these rows were checked against them.
    if (known !== undefined) return known as RowsOf<C>;
    const rows: RowsOf<C>[number][] = [];
    for await (const batch of batches(sql, params, options)) for (const row of batch) rows.push(row);
    if (onlyReads(sql) && isSmall(rows)) answers.set(key, rows);
    return rows;
  }

  return {
    batches,
    query: <C extends ColumnTypes>(sql: string, params: readonly Parameter[] = [], options: QueryOptions<C> = {}) =>
      abortable(collect<C>(sql, params, options), options.signal),
  };
}
