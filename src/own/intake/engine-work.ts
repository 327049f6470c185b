import { type ArrowCell, ArrowRows } from '../../client/arrow.ts';
import type { QueryRow, RowAppender, RowStore, Work } from '../../sql/query.ts';
import { attachInMemory, definedColumns } from '../../sql/quote.ts';

export interface EngineMessages {
  readonly query: (sql: string, params: readonly (string | number)[]) => Promise<readonly QueryRow[]>;
  readonly insert: (table: string, stream: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly cancellable: (sql: string) => Promise<void>;
}

export interface EngineWork extends Work, RowStore {
  readonly flush: () => Promise<void>;
  /** Runs a statement of somebody's own by itself: it ends when its job is given up. */
  readonly cancellable: (sql: string) => Promise<void>;
}

/** Rows that travel together: few enough to be made between two looks at the clock. */
const BATCH = 20_000;
/** Characters of text after which rows travel, however few they are. */
const TEXT = 2 ** 23;

type InsertArrow = EngineMessages['insert'];

/** Takes rows and sends them in batches; of an empty table, and many stay empty, nothing is sent. */
function appender(definition: string, send: (stream: Uint8Array<ArrayBuffer>) => Promise<void>): RowAppender {
  const columns = definedColumns(definition);
  const sent: Promise<void>[] = [];
  let values: ArrowCell[][] = columns.map(() => []);
  let [rows, text] = [0, 0];
  const flush = (): void => {
    if (rows === 0) return;
    const arrow = new ArrowRows(columns);
    arrow.add(values);
    values = columns.map(() => []);
    [rows, text] = [0, 0];
    sent.push(send(arrow.bytes('stream')));
  };
  return {
    add: (row) => {
      for (let i = 0; i < columns.length; i++) {
        const value = row[i] ?? null;
        values[i]?.push(value);
        if (typeof value === 'string') text += value.length;
      }
      if (++rows === BATCH || text > TEXT) flush();
    },
    close: async () => {
      flush();
      await Promise.all(sent);
    },
  };
}

/** Streams on their way at a time: one is made while the engine takes another. More would only wait, in memory. */
const ON_THE_WAY = 2;

/** Makes tables that are filled in batches of Arrow, which is how DuckDB-WASM takes rows. */
export function arrowStore(run: Work['run'], insert: InsertArrow): RowStore {
  const onTheWay = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  const send = (table: string, stream: Uint8Array<ArrayBuffer>): Promise<void> => {
    const sent = insert(table, stream);
    const over: Promise<void> = sent
      .catch((error: unknown) => {
        failed ??= { error };
      })
      .then(() => void onTheWay.delete(over));
    onTheWay.add(over);
    return sent;
  };
  return {
    appenderTo: async (table, definition) => {
      await run(`CREATE TABLE ${table} (${definition})`);
      return appender(definition, (stream) => send(table, stream));
    },
    ready: async () => {
      while (onTheWay.size > ON_THE_WAY) await Promise.race(onTheWay);
      // Throws an earlier failure here: reading on would be in vain.
      if (failed !== undefined) throw failed.error;
    },
  };
}

const GIVES_NOTHING = /^\s*(?:CREATE|DROP|INSERT|UPDATE|DELETE|ALTER|USE|SET|ATTACH|DETACH)\b/;

/** Statements sent together. With more, someone who drops other files meanwhile would wait longer for the engine. */
const TOGETHER = 8;

/** A database that is messages away. Statements without rows wait for one with some, or for `flush`, and fail there: scoring a run is 200 statements. */
export function engineWork({ query: send, insert: put, cancellable: sendCancellable }: EngineMessages): EngineWork {
  let waiting: string[] = [];
  const taken = (): string[] => {
    const statements = waiting;
    waiting = [];
    return statements;
  };
  let flushed: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) flushed = send(taken().join(';\n'), []);
    // The statement that makes a table must reach the engine before the rows of the table.
    await flushed;
  };
  const query: Work['query'] = async (sql, params = []) => {
    if (params.length > 0) {
      await flush();
      return send(sql, params);
    }
    if (!GIVES_NOTHING.test(sql)) return send([...taken(), sql].join(';\n'), []);
    waiting.push(sql);
    if (waiting.length === TOGETHER) await flush();
    return [];
  };
  // What is long is sent by itself, so that its failure, with its lines, is its own.
  const heavy: Work['heavy'] = async (sql, params = []) => {
    await flush();
    return send(sql, params);
  };
  const cancellable: EngineWork['cancellable'] = async (sql) => {
    await flush();
    await sendCancellable(sql);
  };
  const run: Work['run'] = async (sql) => void (await query(sql));
  const row: Work['row'] = async (sql) => {
    const [first] = await query(sql);
    if (first === undefined) throw new Error(`no row: ${sql}`);
    return first;
  };
  const insert: EngineMessages['insert'] = async (table, stream) => {
    await flush();
    await put(table, stream);
  };
  return { query, heavy, cancellable, run, row, flush, ...arrowStore(run, insert) };
}

const MAPPED = 'mapped';

/** Gives `use` the engine with an empty catalog of its own, which a mapping may fill; it goes afterwards. */
export async function withMappedCatalog<T>(work: EngineWork, use: (work: EngineWork) => Promise<T>): Promise<T> {
  await work.run(`USE memory; DETACH DATABASE IF EXISTS ${MAPPED}; ${attachInMemory(MAPPED)}; USE ${MAPPED}`);
  const heavy: Work['heavy'] = async (sql) => {
    await work.cancellable(sql);
    return [];
  };
  try {
    return await use({ ...work, heavy });
  } finally {
    await work.run(`USE memory; DETACH DATABASE IF EXISTS ${MAPPED}`);
  }
}
