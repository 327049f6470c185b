import { deflateSync, inflateSync } from 'fflate';
import { type ArrowCell, ArrowRows } from '../../client/arrow.ts';
import type { RowAppender, RowStore, Work } from '../../scoring/work.ts';
import { definedColumns } from '../../sql/columns.ts';
import { number, type QueryRow } from '../../sql/query.ts';

/** Characters that are packed together: enough to pack well, few enough to unpack at once. */
const PACKED_TOGETHER = 2 ** 18;

/** Texts that are packed together. */
interface Block {
  /** Number of its first text. */
  readonly first: number;
  /** Length of each text in UTF-16 units. */
  readonly lengths: Uint32Array;
  readonly packed: Uint8Array;
}

export interface TextPart {
  readonly first: number;
  readonly texts: readonly string[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function sealed(first: number, texts: readonly string[]): Block {
  const lengths = Uint32Array.from(texts, ({ length }) => length);
  return { first, lengths, packed: deflateSync(encoder.encode(texts.join('')), { level: 1 }) };
}

function unpacked({ lengths, packed }: Block): readonly string[] {
  const all = decoder.decode(inflateSync(packed));
  let at = 0;
  return Array.from(lengths, (length) => {
    const from = at;
    at += length;
    return all.slice(from, at);
  });
}

/**
 * The texts of judgments, numbered as they arrive; a number is a row of the working database's table of judgments. Packed here they take a
 * quarter of their size; in the engine they would take more than everything else, so it gets only those that are shown.
 */
export class TextStore {
  private blocks: Block[] = [];
  private open: string[] = [];
  private length = 0;
  private first = 0;

  clear(): void {
    this.blocks = [];
    this.open = [];
    this.length = 0;
    this.first = 0;
  }

  /** What UTF-8 cannot hold becomes U+FFFD. */
  add(text: string): void {
    this.open.push(text.toWellFormed());
    this.length += text.length;
    if (this.length >= PACKED_TOGETHER) this.seal();
  }

  private seal(): void {
    this.blocks.push(sealed(this.first, this.open));
    this.first += this.open.length;
    this.open = [];
    this.length = 0;
  }

  read(numbers: readonly number[]): ReadonlyMap<number, string> {
    const wanted = numbers.toSorted((a, b) => a - b);
    const found = new Map<number, string>();
    let next = 0;
    for (const { first, texts } of this.parts((end) => (wanted[next] ?? Number.POSITIVE_INFINITY) < end)) {
      for (let n = wanted[next]; n !== undefined && n < first + texts.length; n = wanted[++next])
        found.set(n, texts[n - first] ?? '');
    }
    return found;
  }

  /** Reads all texts, part by part, each with the number of its first; `wants` is asked of each part by the number after its last. */
  *parts(wants: (end: number) => boolean = () => true): Generator<TextPart> {
    for (const block of this.blocks)
      if (wants(block.first + block.lengths.length)) yield { first: block.first, texts: unpacked(block) };
    if (wants(this.first + this.open.length)) yield { first: this.first, texts: this.open };
  }
}

export interface EngineMessages {
  readonly query: (sql: string, params: readonly (string | number)[]) => Promise<readonly QueryRow[]>;
  readonly insert: (table: string, stream: Uint8Array<ArrayBuffer>) => Promise<void>;
}

/** Offers the working database of one job. */
export interface EngineWork extends Work, RowStore {
  /** Texts of the judgments in the working database, whose table holds only those that were brought (`bringTexts`). */
  readonly texts: TextStore;
  /** Sends the statements that still wait. */
  readonly flush: () => Promise<void>;
}

/** Rows that travel together: few enough to be made between two looks at the clock. */
const BATCH = 20_000;
/** Characters of text after which rows travel, however few they are. */
const TEXT = 2 ** 23;

/** Puts a stream of Arrow into a table of the current schema. */
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

/** Statements that give no rows. */
const GIVES_NOTHING = /^\s*(?:CREATE|DROP|INSERT|UPDATE|DELETE|ALTER|USE|SET|ATTACH|DETACH)\b/;

/** Statements sent together. With more, someone who drops other files meanwhile would wait longer for the engine. */
const TOGETHER = 8;

/**
 * Makes a working database of an engine that is messages away. Statements that give no rows wait for one that does, for rows of a table or for
 * `flush`, and travel with it; what fails in them is told there. Scoring a run is two hundred statements, most of which give nothing.
 */
export function engineWork({ query: send, insert: put }: EngineMessages, texts: TextStore): EngineWork {
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
  const keepText = (text: string): string => {
    texts.add(text);
    return '';
  };
  return { query, heavy: query, run, row, flush, texts, keepText, ...arrowStore(run, insert) };
}

/** Brings the texts of some cases into the table of judgments. `wanted` lists `instance`; the current database is `work`. */
export async function bringTexts(work: EngineWork, wanted: string): Promise<void> {
  const found = await work.query(
    `SELECT rowid::DOUBLE AS row FROM judgments WHERE text = '' AND instance IN (SELECT instance FROM (${wanted}))`,
  );
  if (found.length === 0) return;
  const brought = await work.appenderTo('brought', 'row INTEGER, text VARCHAR');
  for (const row of work.texts.read(found.map((one) => number(one, 'row')))) brought.add(row);
  await brought.close();
  await work.run('UPDATE judgments SET text = brought.text FROM brought WHERE judgments.rowid = brought.row');
  await work.run('DROP TABLE brought');
}
