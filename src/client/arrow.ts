import {
  type Batch,
  Column,
  columnFromArray,
  type DataType,
  float64,
  int32,
  Type,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  utf8,
} from '@uwdata/flechette';
import type { QueryRow } from '../sql/query.ts';

export type ArrowCell = string | number | boolean | null;

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
function columnOf(type: DataType, values: ArrowCell[]): Column<unknown> {
  if (type === TEXT || values.includes(null)) return columnFromArray(values, type);
  const numbers = values as number[];
  return columnFromArray(type === WHOLE ? new Int32Array(numbers) : new Float64Array(numbers));
}

export class ArrowRows {
  private readonly columns: readonly ArrowColumn[];

  constructor(columns: readonly { readonly name: string; readonly type: string }[]) {
    this.columns = columns.map(({ name, type }) => {
      const known = TYPES[type];
      if (known === undefined) throw new Error(`no Arrow type for ${type}`);
      return { name, type: known, batches: [] };
    });
  }

  /** Adds one batch, column by column; a cell without a value is null. */
  add(values: readonly ArrowCell[][]): void {
    for (const [i, { type, batches }] of this.columns.entries()) batches.push(...columnOf(type, values[i] ?? []).data);
  }

  bytes(format: 'stream' | 'file'): Uint8Array<ArrayBuffer> {
    const columns = this.columns.map(({ name, type, batches }): [string, Column<unknown>] => [
      name,
      new Column(batches, type),
    ]);
    return tableToIPC(tableFromColumns(columns), { format }) as Uint8Array<ArrayBuffer>;
  }
}

/** Types whose values are plain ones: numbers, texts, booleans, NULL, and texts that the engine sends by their places in a list. */
const PLAIN: ReadonlySet<number> = new Set([
  Type.Null,
  Type.Int,
  Type.Float,
  Type.Decimal,
  Type.Utf8,
  Type.Bool,
  Type.Dictionary,
]);

function checkType(type: DataType, column: string): void {
  if (type.typeId === Type.List) for (const child of type.children) checkType(child.type, column);
  else if (!PLAIN.has(type.typeId))
    throw new TypeError(`column "${column}" holds no plain values: cast it to VARCHAR or DOUBLE in the statement`);
}

/** Plain objects of an Arrow answer: no bigint, no Decimal. Throws for a whole number too large for one, and for a type without a plain counterpart. */
export function rowsOfArrow(stream: Uint8Array | Uint8Array[]): readonly QueryRow[] {
  const table = tableFromIPC(stream);
  for (const { name, type } of table.schema.fields) checkType(type, name);
  return table.toArray() as QueryRow[];
}
