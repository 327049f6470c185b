import {
  type Batch,
  Column,
  columnFromArray,
  type DataType,
  float64,
  int32,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  utf8,
} from '@uwdata/flechette';
import type { QueryRow } from '../sql/query.ts';

type ArrowCell = string | number | boolean | null;

const [WHOLE, FRACTION, TEXT] = [int32(), float64(), utf8()];

/** The types of columns that are written, by their names in SQL and in Parquet. */
const TYPES: Readonly<Record<string, DataType>> = {
  INTEGER: WHOLE,
  INT32: WHOLE,
  DOUBLE: FRACTION,
  VARCHAR: TEXT,
  STRING: TEXT,
};

interface ArrowColumn {
  readonly name: string;
  readonly type: DataType;
  readonly batches: Batch<unknown>[];
}

/** Typed arrays of numbers become columns as they are, which takes a tenth of the time. */
function columnOf(type: DataType, values: readonly ArrowCell[]): Column<unknown> {
  if (type === WHOLE && !values.includes(null)) return columnFromArray(Int32Array.from(values, Number));
  if (type === FRACTION && !values.includes(null)) return columnFromArray(Float64Array.from(values, Number));
  return columnFromArray([...values], type);
}

/** Collects rows as Arrow, batch by batch. Throws for a column of a type that is not written. */
export class ArrowRows {
  private readonly columns: readonly ArrowColumn[];

  constructor(columns: readonly { readonly name: string; readonly type: string }[]) {
    this.columns = columns.map(({ name, type }) => {
      const known = TYPES[type];
      if (known === undefined) throw new Error(`no Arrow type for ${type}`);
      return { name, type: known, batches: [] };
    });
  }

  /** Adds one batch; `cell` gives the value of a row in a column, null where there is none. */
  add<Row>(rows: readonly Row[], cell: (row: Row, column: number) => ArrowCell): void {
    for (const [i, { type, batches }] of this.columns.entries()) {
      batches.push(
        ...columnOf(
          type,
          rows.map((row) => cell(row, i)),
        ).data,
      );
    }
  }

  /** Gives what was added, in a buffer of its own. */
  bytes(format: 'stream' | 'file'): Uint8Array<ArrayBuffer> {
    const columns = this.columns.map(({ name, type, batches }): [string, Column<unknown>] => [
      name,
      new Column(batches, type),
    ]);
    return tableToIPC(tableFromColumns(columns), { format }) as Uint8Array<ArrayBuffer>;
  }
}

/** Reads an answer of the engine as plain objects: no bigint, no Decimal. Throws where a whole number is too large for one. */
export const rowsOfArrow = (stream: Uint8Array): readonly QueryRow[] => tableFromIPC(stream).toArray() as QueryRow[];
