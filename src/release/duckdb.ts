import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBListVector,
  type DuckDBResult,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBVector,
  JSDuckDBValueConverter,
} from '@duckdb/node-api';
import type { Query, QueryRow, RowAppender, RowStore, Work } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { withScratch } from './folders.ts';

export interface OpenDuckDB {
  readonly connection: DuckDBConnection;
  readonly connect: () => Promise<DuckDBConnection>;
  readonly close: () => void;
}

/** Opens a DuckDB of one thread, so that sums come out the same every time, which never loads an extension from the network. */
export async function openDuckDB(file: string, settings: Readonly<Record<string, string>> = {}): Promise<OpenDuckDB> {
  const instance = await DuckDBInstance.create(file, {
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...settings,
  });
  const connection = await instance.connect();
  const close = (): void => {
    connection.closeSync();
    instance.closeSync();
  };
  return { connection, connect: () => instance.connect(), close };
}

/** Opens a database of a release, which may lie there gzipped, to be read. */
export const withDuckDB = <T>(file: string, use: (query: Query) => Promise<T>): Promise<T> =>
  file.endsWith('.gz')
    ? withScratch(os.tmpdir(), 'judgeboard-database-', async (scratch) => {
        const plain = path.join(scratch, 'plain.duckdb');
        await pipeline(createReadStream(file), createGunzip(), createWriteStream(plain));
        return withPlain(plain, use);
      })
    : withPlain(file, use);

async function withPlain<T>(file: string, use: (query: Query) => Promise<T>): Promise<T> {
  const { connection, close } = await openDuckDB(':memory:');
  try {
    await connection.run(`ATTACH ${literal(file)} AS opened (READ_ONLY)`);
    await connection.run('USE opened');
    return await use(async (sql, params = []) => queriedRows(await connection.run(sql, [...params])));
  } finally {
    close();
  }
}

/** Types of which lists are read at once. */
const NUMBERS: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.DOUBLE, DuckDBTypeId.INTEGER]);

/** Rows per chunk: DuckDB's vector size. */
const CHUNK_ROWS = 2048;

type Cell = string | number | boolean | null;

/** Appends rows to a table in whole chunks, which takes a tenth of the time of value by value. It must be closed, or rows are lost. */
export class Appender implements RowAppender {
  private readonly appender: DuckDBAppender;
  private readonly types;
  private rows: (readonly Cell[])[] = [];
  count = 0;

  constructor(appender: DuckDBAppender) {
    this.appender = appender;
    this.types = Array.from({ length: appender.columnCount }, (_, i) => appender.columnType(i));
  }

  /** Adds one value per column; null costs more than a stand-in, so the table of judgments holds none. */
  add(row: readonly Cell[]): void {
    this.count++;
    if (this.rows.push(row) === CHUNK_ROWS) this.flush();
  }

  private flush(): void {
    const { rows } = this;
    if (rows.length === 0) return;
    const chunk = DuckDBDataChunk.create(this.types, rows.length);
    for (let column = 0; column < this.types.length; column++) {
      const vector = chunk.getColumnVector(column);
      for (let i = 0; i < rows.length; i++) vector.setItem(i, rows[i]?.[column] ?? null);
      vector.flush();
    }
    this.appender.appendDataChunk(chunk);
    this.rows = [];
  }

  close(): void {
    this.flush();
    this.appender.closeSync();
  }
}

interface NumbersHeld {
  readonly items: Float64Array | Int32Array;
  /** Its data are null where none of the numbers is null. */
  readonly validity: { readonly data: unknown };
}

/** Lists of numbers, which have millions of them, as typed arrays; null where some are none. DuckDB's own way takes ten times as long. */
function listsOf(vector: DuckDBListVector, rows: number): readonly (NumbersHeld['items'] | null)[] | null {
  if (!NUMBERS.has(vector.type.valueType.typeId)) return null;
  const lists = Array.from({ length: rows }, (_, i) => vector.getItemVector(i) as unknown as NumbersHeld | null);
  return lists.every((own) => own === null || own.validity.data === null)
    ? lists.map((own) => own?.items ?? null)
    : null;
}

function valuesOf(vector: DuckDBVector, rows: number): readonly unknown[] {
  const lists = vector instanceof DuckDBListVector ? listsOf(vector, rows) : null;
  if (lists !== null) return lists;
  const values: unknown[] = [];
  const { type } = vector;
  for (let i = 0; i < rows; i++) {
    const value = vector.getItem(i) as DuckDBValue;
    const isPlain = typeof value === 'number' || typeof value === 'string';
    values.push(isPlain ? value : JSDuckDBValueConverter(value, type, JSDuckDBValueConverter));
  }
  return values;
}

/** All rows of a result. Their values are read column by column, which takes two thirds of the time of DuckDB's own way, row by row. */
export async function queriedRows(result: DuckDBResult): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  const names = result.deduplicatedColumnNames();
  for (const chunk of await result.fetchAllChunks()) {
    const { rowCount } = chunk;
    const columns = names.map((_, i) => valuesOf(chunk.getColumnVector(i), rowCount));
    for (let i = 0; i < rowCount; i++) {
      const row: Record<string, unknown> = {};
      for (let j = 0; j < columns.length; j++) row[names[j] ?? ''] = columns[j]?.[i];
      rows.push(row);
    }
  }
  return rows;
}

export type ChunkColumns = readonly (readonly unknown[])[];

/**
 * A statement shorter than this, in ms, takes no memory worth giving back; nor does a process up to this size, in bytes, since the system
 * clears memory before it is used again.
 */
const SHORT = 5;
const ROOM = 600 * 2 ** 20;

/** Megabytes for a step that cannot spill enough to disk. */
const MOST_MEMORY = 2560;

/**
 * A DuckDB of one thread, so that sums and files come out the same every time, which never loads an extension from the
 * network. It lives in `folder`, spills there when a step needs more than `memory` megabytes, and goes with the folder. A statement for
 * which that is still too little runs again with twice as much, up to a limit. With `longest`, the most milliseconds that a heavy statement takes,
 * it reaches no other file and no setting.
 */
export class WorkDatabase implements Work, RowStore {
  private readonly opened: OpenDuckDB;
  private readonly connection: DuckDBConnection;
  private readonly memory: number;
  private readonly longest: number | null;
  private raised = false;

  private constructor(opened: OpenDuckDB, memory: number, longest: number | null) {
    this.opened = opened;
    this.connection = opened.connection;
    this.memory = memory;
    this.longest = longest;
  }

  static async open(folder: string, memory = 160, longest: number | null = null): Promise<WorkDatabase> {
    await fs.mkdir(folder, { recursive: true });
    const opened = await openDuckDB(path.join(folder, 'work.duckdb'), {
      memory_limit: `${memory}MB`,
      temp_directory: path.join(folder, 'spill'),
    });
    // The file is removed with its folder: writing it out at the end would gain nothing.
    await opened.connection.run('PRAGMA disable_checkpoint_on_shutdown');
    const closing = longest === null ? [] : ['enable_external_access = false', 'lock_configuration = true'];
    for (const setting of closing) await opened.connection.run(`SET ${setting}`);
    return new WorkDatabase(opened, memory, longest);
  }

  /** Runs statements without parameters, and gives back the memory that they took. */
  async run(sql: string): Promise<void> {
    const started = performance.now();
    await this.withRoom(() => this.connection.run(sql));
    await this.freed(started);
  }

  /** Gives back the memory of a statement, unless it was over at once, as most statements of a small build are, or there is little to give back. */
  private async freed(started: number): Promise<void> {
    if (performance.now() - started > SHORT && process.memoryUsage.rss() > ROOM) this.raised = true;
    await this.settled();
  }

  /**
   * Gives memory that DuckDB has freed back to the system, which its allocator would keep: with one thread, setting the limit is
   * what makes it let go. On ten million judgments that is half of all memory.
   */
  private async limit(memory: number): Promise<void> {
    if (this.longest === null) await this.connection.run(`SET memory_limit = ${literal(`${memory}MB`)}`);
  }

  /** Does the work again with more memory where it fails for want of it; `settled` takes that memory back. */
  private async withRoom<T>(work: () => Promise<T>): Promise<T> {
    for (let memory = this.memory; ; ) {
      try {
        return await work();
      } catch (error) {
        memory *= 2;
        if (memory > MOST_MEMORY || this.longest !== null || !String(error).includes('Out of Memory Error'))
          throw error;
        this.raised = true;
        await this.limit(memory);
      }
    }
  }

  private async settled(): Promise<void> {
    if (this.raised) await this.limit(this.memory);
    this.raised = false;
  }

  readonly query: Query = async (sql, params = []) => {
    // A list without values would make DuckDB read the text twice, the first time on this thread.
    const values = params.length === 0 ? undefined : [...params];
    const rows = await this.withRoom(async () => queriedRows(await this.connection.run(sql, values)));
    await this.settled();
    return rows;
  };

  readonly heavy: Query = async (sql, params = []) => {
    const { longest } = this;
    const started = performance.now();
    const timer = longest === null ? undefined : setTimeout(() => this.connection.interrupt(), longest);
    try {
      return await this.query(sql, params);
    } catch (error) {
      if (longest === null || performance.now() - started < longest) throw error;
      throw new Error(`the SELECT took longer than ${longest / 1000} s and was ended`);
    } finally {
      clearTimeout(timer);
      await this.freed(started);
    }
  };

  async row(sql: string): Promise<QueryRow> {
    const [row] = await this.query(sql);
    if (row === undefined) throw new Error(`no row: ${sql}`);
    return row;
  }

  /**
   * Reads a result chunk by chunk: memory does not grow with it. It has a connection of its own, since any other statement on the
   * same connection would end it early and without an error. Nothing else may run in this database until it is read.
   */
  async *stream(sql: string): AsyncGenerator<ChunkColumns> {
    const connection = await this.opened.connect();
    try {
      // Sorting and grouping, which need memory, are done before the first chunk.
      const { result, first } = await this.withRoom(async () => {
        const started = await connection.stream(sql);
        return { result: started, first: await started.fetchChunk() };
      });
      for (let chunk = first; chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        yield chunk.getColumns();
      }
    } finally {
      connection.closeSync();
      await this.settled();
    }
  }

  async appender(table: string): Promise<Appender> {
    return new Appender(await this.connection.createAppender(table));
  }

  async appenderTo(table: string, columns: string): Promise<Appender> {
    await this.run(`CREATE TABLE IF NOT EXISTS ${table} (${columns})`);
    return this.appender(table);
  }

  close(): void {
    this.opened.close();
  }
}

/** Gives `use` a working database, in a folder that goes with it. */
export const withWorkDatabase = <T>(
  prefix: string,
  use: (work: WorkDatabase, scratch: string) => Promise<T>,
): Promise<T> =>
  withScratch(os.tmpdir(), prefix, async (scratch) => {
    const work = await WorkDatabase.open(scratch);
    try {
      return await use(work, scratch);
    } finally {
      work.close();
    }
  });
