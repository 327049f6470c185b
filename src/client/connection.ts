import type { AsyncDuckDB } from '@duckdb/duckdb-wasm';
import type { QueryRow } from '../sql/query.ts';
import { literals, type Parameter } from '../sql/quote.ts';
import { rowsOfArrow } from './arrow.ts';
import { queryFailure } from './engine-failure.ts';
import type { ClientFailure } from './failure.ts';
import { abortable, recent, turnstile } from './shared.ts';

/** DuckDB in its worker, where it reaches the release's own databases and nothing else. */
export interface Engine {
  readonly db: AsyncDuckDB;
  /** Settles as the work does, or rejects as soon as the worker has ended. */
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  /** Ends the worker: what waits, and what comes later, rejects with this failure. */
  readonly fail: (failure: ClientFailure) => void;
}

interface QueryOptions {
  /** Cancels the query, which then rejects with the signal's reason (`AbortError`). */
  readonly signal?: AbortSignal | undefined;
}

/** Tables in the page's engine, read by statements that run one after the other, in the order of the calls. */
export interface Database {
  /** Values are bound to `?`; a SELECT answered a little while ago is answered from memory. Throws ClientFailure with the statement (`query-failed` …). */
  readonly query: (sql: string, params?: readonly Parameter[], options?: QueryOptions) => Promise<readonly QueryRow[]>;
  /** The same in batches of about 2 000 rows, for large results; other statements wait until the loop is left. */
  readonly batches: (
    sql: string,
    params?: readonly Parameter[],
    options?: QueryOptions,
  ) => AsyncGenerator<readonly QueryRow[], void, undefined>;
  readonly close: () => Promise<void>;
}

/** The same for tables that are made in the page. */
export interface Connection extends Database {
  /** Rows as an Arrow stream, so that a large answer never holds up the page: one message and one back, where `query` sends pieces that can be cancelled. */
  readonly stream: (sql: string, params: readonly Parameter[]) => Promise<Uint8Array>;
  readonly insert: (table: string, stream: Uint8Array<ArrayBuffer>) => Promise<void>;
}

const KEPT_ANSWERS = 64;
/** Answers with more rows than this, or with a longer list, are not kept. */
const KEPT_ROWS = 5000;

const isLong = (value: unknown): boolean =>
  (Array.isArray(value) ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0) > KEPT_ROWS;

const isSmall = (rows: readonly QueryRow[]): boolean =>
  rows.length <= KEPT_ROWS && !rows.some((row) => Object.values(row).some(isLong));

/** Says whether a statement only reads; any other may change temporary tables, and with them every answer. */
function onlyReads(sql: string): boolean {
  return /^\s*(?:select|with|from)\b/i.test(sql) && !/\b(?:insert|update|delete|merge)\b/i.test(sql);
}

async function* rowsSent(
  { db, guard }: Engine,
  connection: number,
  { sql, signal }: QueryOptions & { readonly sql: string },
): AsyncGenerator<readonly QueryRow[], void, undefined> {
  const cancel = (): void => void guard(db.cancelPendingQuery(connection)).catch(() => undefined);
  // A query that was given up while its values were bound gets no event that would cancel it.
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cancel);
  try {
    let schema = await guard(db.startPendingQuery(connection, sql));
    while (schema === null) schema = await guard(db.pollPendingQuery(connection));
    for (;;) {
      signal?.throwIfAborted();
      const batch = await guard(db.fetchQueryResults(connection));
      if (batch === null || batch.byteLength === 0) return;
      yield rowsOfArrow([schema, batch]);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Opens a connection of its own, on which the statements of `first` have run. Throws ClientFailure. */
export async function openConnection(engine: Engine, first: readonly string[] = []): Promise<Connection> {
  const { db, guard, fail } = engine;
  const connection = await guard(db.connectInternal());
  const enter = turnstile();
  const answers = recent<readonly QueryRow[]>(KEPT_ANSWERS);

  /** DuckDB-WASM's own prepared statements cannot be cancelled while they run, a sent EXECUTE can. Prepared anew each time: on a replaced temporary table it crashes. */
  async function bound(sql: string, params: readonly Parameter[]): Promise<string> {
    if (params.length === 0) return sql;
    const values = literals(params);
    await guard(db.runQuery(connection, `PREPARE bound AS ${sql}`));
    return `EXECUTE bound(${values})`;
  }

  function failureOf(error: unknown, sql: string, signal?: AbortSignal): unknown {
    if (signal?.aborted) return signal.reason;
    const failure = queryFailure(error, sql);
    if (failure.kind === 'engine-crashed') fail(failure);
    return failure;
  }

  const batches: Database['batches'] = async function* (sql, params = [], { signal } = {}) {
    const leave = await enter();
    try {
      signal?.throwIfAborted();
      yield* rowsSent(engine, connection, { sql: await bound(sql, params), signal });
    } catch (error) {
      throw failureOf(error, sql, signal);
    } finally {
      if (!onlyReads(sql)) answers.clear();
      leave();
    }
  };

  async function collected(sql: string, params: readonly Parameter[], options: QueryOptions) {
    const key = JSON.stringify([sql, params]);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const rows: QueryRow[] = [];
    for await (const batch of batches(sql, params, options)) for (const row of batch) rows.push(row);
    if (onlyReads(sql) && isSmall(rows)) answers.set(key, rows);
    return rows;
  }

  const stream: Connection['stream'] = async (sql, params) => {
    const leave = await enter();
    try {
      return await guard(db.runQuery(connection, await bound(sql, params)));
    } catch (error) {
      throw failureOf(error, sql);
    } finally {
      leave();
    }
  };

  const close = (): Promise<void> => guard(db.disconnect(connection));
  try {
    for (const sql of first) await stream(sql, []);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    batches,
    query: (sql, params = [], options = {}) => abortable(collected(sql, params, options), options.signal),
    stream,
    insert: (table, rows) =>
      guard(db.insertArrowFromIPCStream(connection, rows, { name: table, schema: 'main', create: false })),
    close,
  };
}
