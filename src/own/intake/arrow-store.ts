import { Float64, Int32, makeData, makeVector, Table, tableToIPC, Utf8, type Vector } from 'apache-arrow';
import type { RowAppender, RowStore, Work } from '../../scoring/work.ts';
import { definedColumns } from '../../sql/columns.ts';

type Row = Parameters<RowAppender['add']>[0];

/** Rows that travel together: few enough to be made between two looks at the clock. */
const BATCH = 20_000;

type Values = readonly Row[number][];

/** A bit per row that has a value. Arrow's own builders make code from text, which the page's policy forbids. */
function validity(values: Values): { readonly nullCount: number; readonly nullBitmap: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (const [i, value] of values.entries()) {
    if (value === null) nullCount++;
    else nullBitmap[i >> 3] = (nullBitmap[i >> 3] ?? 0) | (1 << (i & 7));
  }
  return { nullCount, nullBitmap };
}

const encoder = new TextEncoder();

function texts(values: Values): Vector {
  const valueOffsets = new Int32Array(values.length + 1);
  // A character is at most three bytes for each of its UTF-16 units.
  const data = new Uint8Array(values.reduce<number>((n, value) => n + 3 * String(value ?? '').length, 0));
  let at = 0;
  for (const [i, value] of values.entries()) {
    if (value !== null) at += encoder.encodeInto(String(value), data.subarray(at)).written;
    valueOffsets[i + 1] = at;
  }
  const { length } = values;
  return makeVector(
    makeData({ type: new Utf8(), length, ...validity(values), valueOffsets, data: data.subarray(0, at) }),
  );
}

const numbers = (values: Values, type: Int32 | Float64): Vector => {
  const data = type instanceof Int32 ? Int32Array.from(values, Number) : Float64Array.from(values, Number);
  return makeVector(
    makeData({ type: type as Int32, length: values.length, ...validity(values), data: data as Int32Array }),
  );
};

/** The types of columns that `Staging` writes. */
const TYPES: Readonly<Record<string, (values: Values) => Vector>> = {
  INTEGER: (values) => numbers(values, new Int32()),
  DOUBLE: (values) => numbers(values, new Float64()),
  VARCHAR: texts,
};

interface Column {
  readonly name: string;
  readonly vector: (values: Values) => Vector;
}

const columnsOf = (definition: string): Column[] =>
  definedColumns(definition).map(({ name, type }) => {
    const vector =
      TYPES[type] ??
      (() => {
        throw new Error(`no Arrow type for ${type}`);
      });
    return { name, vector };
  });

/** Rows as an Arrow stream. */
function streamOf(columns: readonly Column[], rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const vectors = columns.map(({ name, vector }, i) => [name, vector(rows.map((row) => row[i] ?? null))] as const);
  return tableToIPC(new Table(Object.fromEntries(vectors)), 'stream').slice();
}

/** Puts a stream of rows into a table of the current schema. */
export type InsertArrow = (table: string, stream: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Tables that are filled in batches of Arrow, which is how DuckDB-WASM takes rows. */
export const arrowStore = (run: Work['run'], insert: InsertArrow): RowStore => ({
  appenderTo: async (table, definition) => {
    await run(`CREATE TABLE ${table} (${definition})`);
    const columns = columnsOf(definition);
    const sent: Promise<void>[] = [];
    let rows: Row[] = [];
    const flush = (): void => {
      if (rows.length > 0) sent.push(insert(table, streamOf(columns, rows)));
      rows = [];
    };
    return {
      add: (row) => {
        if (rows.push(row) === BATCH) flush();
      },
      close: async () => {
        flush();
        await Promise.all(sent);
      },
    };
  },
});
