import {
  type Data,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchWriter,
  Schema,
  Struct,
  Utf8,
} from 'apache-arrow';
import type { EngineRow } from '../client/rows.ts';
import type { CaseBatches, FileColumns } from './case-selection.ts';

/** The library leaves out the schema before the first batch; readers that take a file as a stream behind its magic need it. */
class FileWriter extends RecordBatchFileWriter {
  protected override _writeSchema(schema: Schema): this {
    super._writeSchema(schema);
    return RecordBatchWriter.prototype['_writeSchema'].call(this, schema) as this;
  }
}

const encoder = new TextEncoder();

/** All texts joined, and where each begins. */
function textData(texts: readonly string[]): Data<Utf8> {
  const joined = texts.join('');
  const data = encoder.encode(joined);
  const isAscii = data.length === joined.length;
  const valueOffsets = new Int32Array(texts.length + 1);
  let at = 0;
  for (const [i, text] of texts.entries()) {
    at += isAscii ? text.length : encoder.encode(text).length;
    valueOffsets[i + 1] = at;
  }
  return makeData({ type: new Utf8(), length: texts.length, valueOffsets, data });
}

/** Numbers, with a bit for each that says whether there is one. */
function numberData(numbers: readonly EngineRow[string][], whole: boolean): Data {
  const nullBitmap = new Uint8Array(Math.ceil(numbers.length / 8));
  const data = whole ? new Int32Array(numbers.length) : new Float64Array(numbers.length);
  let nullCount = 0;
  for (const [i, number] of numbers.entries()) {
    if (typeof number !== 'number') {
      nullCount += 1;
      continue;
    }
    data[i] = number;
    nullBitmap[i >> 3] = (nullBitmap[i >> 3] ?? 0) | (1 << (i % 8));
  }
  const type = whole ? new Int32() : new Float64();
  return makeData({ type, length: numbers.length, nullCount, nullBitmap, data } as Parameters<typeof makeData>[0]);
}

/** The library's own builders are not used, because they evaluate strings as code, which the page's policy forbids. */
function batchOf(schema: Schema, columns: FileColumns, rows: readonly EngineRow[]): RecordBatch {
  const children = columns.map(({ name, type }): Data => {
    const cells = rows.map((row) => row[name] ?? null);
    return type === 'STRING' ? textData(cells.map((cell) => String(cell ?? ''))) : numberData(cells, type === 'INT32');
  });
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: rows.length, children }));
}

const TYPES = { INT32: () => new Int32(), DOUBLE: () => new Float64(), STRING: () => new Utf8() } as const;

function schemaOf(columns: FileColumns): Schema {
  return new Schema(columns.map(({ name, type }) => new Field(name, TYPES[type](), true)));
}

/** Writes an Arrow IPC file, with one record batch for each batch of rows. A file without rows still names its columns. */
export async function* arrowParts(batches: CaseBatches, columns: FileColumns): AsyncGenerator<Uint8Array> {
  const schema = schemaOf(columns);
  const writer = new FileWriter();
  writer.reset(undefined, schema);
  const write = async (): Promise<void> => {
    try {
      for await (const rows of batches) writer.write(batchOf(schema, columns, rows));
    } finally {
      writer.close();
    }
  };
  const written = write();
  // It is awaited below, once all that was written has been handed on.
  written.catch(() => undefined);
  for await (const part of writer) yield part;
  await written;
}
