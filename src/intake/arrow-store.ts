import { Bool, type DataType, Float64, Int32, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import type { RowAppender, RowStore, Work } from '../scoring/work.ts';

type Row = Parameters<RowAppender['add']>[0];

/** Rows that travel together: few enough to be made between two looks at the clock. */
const BATCH = 20_000;

/** The types of columns that `Staging` writes. */
const TYPES: Readonly<Record<string, () => DataType>> = {
  INTEGER: () => new Int32(),
  DOUBLE: () => new Float64(),
  BOOLEAN: () => new Bool(),
  VARCHAR: () => new Utf8(),
};

interface Column {
  readonly name: string;
  readonly type: () => DataType;
}

function columnsOf(columns: string): Column[] {
  return columns.split(', ').map((column) => {
    const [name = '', type = ''] = column.split(' ');
    const known = TYPES[type];
    if (known === undefined) throw new Error(`no Arrow type for ${type}`);
    return { name: name.replaceAll('"', ''), type: known };
  });
}

/** Rows as an Arrow stream. */
function streamOf(columns: readonly Column[], rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const vectors = columns.map(({ name, type }, i) => {
    const values = rows.map((row) => row[i] ?? null);
    return [name, vectorFromArray(values, type())] as const;
  });
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
