import { type FileMetaData, parquetMetadataAsync, parquetReadObjects, parquetSchema, type RowGroup } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { type RowBatch, type Source, UnreadableError } from './bytes.ts';

/** Gives values as JSON would hold them: whole numbers as numbers, dates as ISO text. */
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
  const known = error instanceof UnreadableError ? error : source.failure?.(error);
  const empty = 'an empty file';
  const found = source.size === 0 ? empty : error instanceof Error ? error.message : String(error);
  const message = 'not a readable Parquet file; nothing after this point was read';
  const problem = known?.problem ?? { file: source.name, message, found, hint: 'write the file again' };
  return { rows: [], lines: [], problems: [problem], bytes: source.size };
}

/** Rows and inflated bytes of one group, which is held whole. */
const MAX_GROUP = { rows: 4_000_000, bytes: 2 ** 30 };

/** A few bytes can stand for millions of rows, so a group that is too large is refused before it is read. */
function refuseLarge(source: Source, group: RowGroup): void {
  const [rows, bytes] = [Number(group.num_rows), Number(group.total_byte_size)];
  const columns = group.columns.reduce((n, c) => n + Number(c.meta_data?.total_uncompressed_size ?? 0), 0);
  if (rows <= MAX_GROUP.rows && Math.max(bytes, columns) <= MAX_GROUP.bytes) return;
  throw new UnreadableError({
    file: source.name,
    message: 'a row group is larger than is accepted; nothing from there on was read',
    found: `${rows} rows, ${Math.max(bytes, columns)} bytes inflated`,
    expected: `at most ${MAX_GROUP.rows} rows and ${MAX_GROUP.bytes} bytes`,
    hint: 'write the file again with smaller row groups',
  });
}

/** Reads the rows of a Parquet file, one row group at a time; "line" is the row's number from 1. */
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
  yield { rows: [], lines: [], problems: [], bytes: 0, columns: present };
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    try {
      refuseLarge(source, group);
      const read = await parquetReadObjects({ file, metadata, compressors, columns: wanted, rowStart, rowEnd });
      const first = rowStart + 1;
      const bytes = Math.round((source.size * rowEnd) / Math.max(1, Number(metadata.num_rows)));
      yield { rows: read.map(plainRow), lines: read.map((_, i) => first + i), problems: [], bytes, columns: present };
    } catch (error) {
      yield unreadable(source, error);
      return;
    }
    rowStart = rowEnd;
  }
}
