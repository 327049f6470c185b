import { type Data, Float64, Int32, makeData, makeVector, Table, tableToIPC, Utf8 } from 'apache-arrow';
import type { RowAppender, RowStore, Work } from '../../scoring/work.ts';
import { definedColumns } from '../../sql/columns.ts';

type Cell = Parameters<RowAppender['add']>[0][number];

/** Rows that travel together: few enough to be made between two looks at the clock. */
const BATCH = 20_000;
/** Bytes of text after which rows travel, however few they are. */
const TEXT = 2 ** 23;

/** The values of one column on their way, as Arrow holds them. Arrow's own builders make code from text, which the page's policy forbids. */
abstract class ArrowColumn {
  protected length = 0;
  private nullBitmap = new Uint8Array(BATCH / 8);
  private nullCount = 0;

  add(value: Cell): void {
    if (value === null) this.nullCount++;
    else this.nullBitmap[this.length >> 3] = (this.nullBitmap[this.length >> 3] ?? 0) | (1 << (this.length & 7));
    this.put(value);
    this.length++;
  }

  /** Gives the values so far, of which it holds none afterwards. */
  taken(): Data {
    const { length, nullCount } = this;
    const nulls = { length, nullCount, nullBitmap: nullCount === 0 ? null : this.nullBitmap };
    const data = this.made(nulls);
    this.length = 0;
    this.nullCount = 0;
    this.nullBitmap = new Uint8Array(BATCH / 8);
    return data;
  }

  /** Bytes of text that it holds. */
  get bytes(): number {
    return 0;
  }

  protected abstract put(value: Cell): void;
  protected abstract made(nulls: Nulls): Data;
}

interface Nulls {
  readonly length: number;
  readonly nullCount: number;
  readonly nullBitmap: Uint8Array | null;
}

class Whole extends ArrowColumn {
  private readonly values = new Int32Array(BATCH);

  protected put(value: Cell): void {
    this.values[this.length] = Number(value);
  }

  protected made(nulls: Nulls): Data {
    return makeData({ type: new Int32(), ...nulls, data: this.values.slice(0, nulls.length) });
  }
}

class Fraction extends ArrowColumn {
  private readonly values = new Float64Array(BATCH);

  protected put(value: Cell): void {
    this.values[this.length] = Number(value);
  }

  protected made(nulls: Nulls): Data {
    return makeData({ type: new Float64(), ...nulls, data: this.values.slice(0, nulls.length) });
  }
}

const encoder = new TextEncoder();

class TextColumn extends ArrowColumn {
  private readonly ends = new Int32Array(BATCH + 1);
  private encoded = new Uint8Array(2 ** 12);
  private end = 0;

  override get bytes(): number {
    return this.end;
  }

  protected put(value: Cell): void {
    if (value !== null && value !== '') {
      const text = String(value);
      // A character is at most three bytes for each of its UTF-16 units.
      this.makeRoom(3 * text.length);
      this.end += encoder.encodeInto(text, this.encoded.subarray(this.end)).written;
    }
    this.ends[this.length + 1] = this.end;
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.encoded.byteLength) return;
    const larger = new Uint8Array(Math.max(2 * this.encoded.byteLength, this.end + bytes));
    larger.set(this.encoded.subarray(0, this.end));
    this.encoded = larger;
  }

  protected made(nulls: Nulls): Data {
    const valueOffsets = this.ends.slice(0, nulls.length + 1);
    const data = this.encoded.slice(0, this.end);
    this.end = 0;
    return makeData({ type: new Utf8(), ...nulls, valueOffsets, data });
  }
}

/** The types of columns that `Staging` writes. */
const TYPES: Readonly<Record<string, new () => ArrowColumn>> = {
  INTEGER: Whole,
  DOUBLE: Fraction,
  VARCHAR: TextColumn,
};

function columnOf(type: string): ArrowColumn {
  const Made = TYPES[type];
  if (Made === undefined) throw new Error(`no Arrow type for ${type}`);
  return new Made();
}

/** Puts a stream of rows into a table of the current schema. */
export type InsertArrow = (table: string, stream: Uint8Array<ArrayBuffer>) => Promise<void>;

interface NamedColumn {
  readonly name: string;
  readonly column: ArrowColumn;
}

/** Makes a stream with the rows that columns hold, in a buffer of its own, since it is handed over. */
function arrowStream(columns: readonly NamedColumn[]): Uint8Array<ArrayBuffer> {
  const vectors = columns.map(({ name, column }) => [name, makeVector(column.taken())] as const);
  return tableToIPC(new Table(Object.fromEntries(vectors)), 'stream').slice();
}

/** Takes rows and sends them in batches. */
function appender(definition: string, send: (stream: Uint8Array<ArrayBuffer>) => Promise<void>): RowAppender {
  // Nothing is sent for an empty table; many stay empty.
  let columns: readonly NamedColumn[] = [];
  const sent: Promise<void>[] = [];
  let rows = 0;
  const flush = (): void => {
    if (rows > 0) sent.push(send(arrowStream(columns)));
    rows = 0;
  };
  return {
    add: (row) => {
      if (columns.length === 0)
        columns = definedColumns(definition).map(({ name, type }) => ({ name, column: columnOf(type) }));
      let text = 0;
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]?.column;
        column?.add(row[i] ?? null);
        text += column?.bytes ?? 0;
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
