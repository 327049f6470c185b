import { DataType, type RecordBatch, type Schema, type Vector } from 'apache-arrow';

/** What a result cell may be in the page; NULL is null. */
type Value = string | number | boolean | null | readonly Value[];
export type EngineRow = Readonly<Record<string, Value>>;

const TYPES = {
  string: (type: DataType) => DataType.isUtf8(type),
  number: (type: DataType) => DataType.isInt(type) || DataType.isFloat(type) || DataType.isDecimal(type),
  boolean: (type: DataType) => DataType.isBool(type),
  list: (type: DataType) => DataType.isList(type),
} as const;
type TypeName = keyof typeof TYPES;

interface TypeOf {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly list: readonly Value[];
}

/** The type that the caller expects of each column; `?` allows NULL. */
export type ColumnTypes = Readonly<Record<string, TypeName | `${TypeName}?`>>;

type CellOf<T> = T extends keyof TypeOf
  ? TypeOf[T]
  : T extends `${infer N extends TypeName}?`
    ? TypeOf[N] | null
    : never;

/** The rows of a query that was given `columns`. */
type RowOf<C extends ColumnTypes> = { readonly [K in keyof C]: CellOf<C[K]> };
export type RowsOf<C extends ColumnTypes> = readonly (string extends keyof C ? EngineRow : RowOf<C>)[];

type Cell = (value: unknown) => Value;

const same: Cell = (value) => value as Value;

function safeInteger(value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${value} is too large an integer: cast it to DOUBLE or VARCHAR`);
  return number;
}

/** Reads 128 bits, two's complement, lowest word first. */
function wholeOf(words: Uint32Array): bigint {
  const [a = 0, b = 0, c = 0, d = 0] = words;
  return BigInt.asIntN(128, (BigInt(d) << 96n) | (BigInt(c) << 64n) | (BigInt(b) << 32n) | BigInt(a));
}

/** Says how a type's values become plain ones; throws for a type that has no plain counterpart. */
function cellOf(type: DataType, column: string): Cell {
  if (DataType.isInt(type)) return type.bitWidth === 64 ? safeInteger : same;
  if (DataType.isDecimal(type)) {
    const { scale } = type;
    if (scale === 0) return (value) => safeInteger(wholeOf(value as Uint32Array));
    return (value) => Number(`${wholeOf(value as Uint32Array)}e-${scale}`);
  }
  if (DataType.isFloat(type) || DataType.isUtf8(type) || DataType.isBool(type) || DataType.isNull(type)) return same;
  if (DataType.isList(type)) {
    const element = cellOf(type.valueType, column);
    return (value) => {
      const list = value as Vector;
      // Lists of numbers may be long.
      if (
        element === same &&
        list.nullCount === 0 &&
        !DataType.isBool(type.valueType) &&
        !DataType.isUtf8(type.valueType)
      )
        return Array.from(list.toArray() as Float64Array);
      return Array.from(list, (item) => (item === null ? null : element(item)));
    };
  }
  throw new TypeError(`column "${column}" has the type ${type}: cast it to VARCHAR or DOUBLE in the statement`);
}

function checkColumns(schema: Schema, columns: ColumnTypes): void {
  const types = new Map(schema.fields.map(({ name, type }) => [name, type]));
  for (const [name, expected] of Object.entries(columns)) {
    const type = types.get(name);
    if (type === undefined)
      throw new TypeError(`there is no column "${name}"; there are: ${[...types.keys()].join(', ')}`);
    const wanted = expected.replace('?', '') as TypeName;
    if (!TYPES[wanted](type) && !DataType.isNull(type)) {
      throw new TypeError(`column "${name}" has the type ${type} where ${expected} is expected`);
    }
  }
}

/**
 * Turns batches of one result into plain row objects: no bigint, no Decimal, no Arrow object. Throws TypeError or RangeError,
 * naming the column, where that is not possible without loss or the columns are not the expected ones.
 */
export function rowReader<C extends ColumnTypes>(schema: Schema, columns?: C): (batch: RecordBatch) => RowsOf<C> {
  const expected: ColumnTypes = columns ?? {};
  checkColumns(schema, expected);
  const fields = schema.fields.map(({ name, type }) => ({ name, cell: cellOf(type, name) }));
  const mayBeNull = (name: string): boolean => expected[name]?.endsWith('?') ?? true;
  const strict = fields.map(({ name }) => !mayBeNull(name));
  return (batch) => {
    const rows: Record<string, Value>[] = Array.from({ length: batch.numRows }, () => ({}));
    for (const [k, { name, cell }] of fields.entries()) {
      const vector = batch.getChildAt(k);
      for (const [i, row] of rows.entries()) {
        const value: unknown = vector?.get(i) ?? null;
        if (value === null && strict[k]) throw new TypeError(`column "${name}" holds NULL where a value is expected`);
        row[name] = value === null ? null : cell(value);
      }
    }
    // The types of the columns, and NULL, were checked just now.
    return rows as unknown as RowsOf<C>;
  };
}
