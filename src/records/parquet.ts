import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { RowBatch } from './rows.ts';
import type { Source } from './source.ts';

/** Values as JSON would hold them: whole numbers as numbers, dates as ISO text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return undefined;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) return plainRow(value);
  return value;
}

/** Nulls are left out: Parquet has no other way to say that a field is absent. */
function plainRow(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, plain(value)]])),
  );
}

function unreadable(source: Source, error: unknown): RowBatch {
  const found = error instanceof Error ? error.message : String(error);
  const message = 'not a readable Parquet file; nothing after this point was read';
  return {
    rows: [],
    lines: [],
    problems: [{ file: source.name, message, found, hint: 'write the file again' }],
    bytes: source.size,
  };
}

/** Rows of a Parquet file, one row group at a time; "line" is the row's number from 1. */
export async function* readParquetRows(source: Source, columns?: readonly string[]): AsyncGenerator<RowBatch> {
  const file = {
    byteLength: source.size,
    slice: (start: number, end = source.size) => source.slice(start < 0 ? source.size + start : start, end),
  };
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file);
  } catch (error) {
    yield unreadable(source, error);
    return;
  }
  const present = parquetSchema(metadata).children.map((c) => c.element.name);
  const wanted = columns === undefined ? present : present.filter((name) => columns.includes(name));
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    try {
      const read = await parquetReadObjects({ file, metadata, compressors, columns: wanted, rowStart, rowEnd });
      const first = rowStart + 1;
      const bytes = Math.round((source.size * rowEnd) / Math.max(1, Number(metadata.num_rows)));
      yield { rows: read.map(plainRow), lines: read.map((_, i) => first + i), problems: [], bytes };
    } catch (error) {
      yield unreadable(source, error);
      return;
    }
    rowStart = rowEnd;
  }
}
