import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { csvText } from '../schema/csv.ts';
import { PUBLISHED_COLUMNS, type PublishedCell } from '../schema/published.ts';
import type { DescribedFile, DescribedTable } from './croissant.ts';
import type { ReleaseWriter } from './writer.ts';

const NUMBERS: Partial<Record<string, string>> = { value: 'DOUBLE', n: 'INTEGER' };
const PARQUET_TYPES: Readonly<Partial<Record<string, BasicType>>> = { DOUBLE: 'DOUBLE', INTEGER: 'INT32' };
const ABOUT = 'One row per printed cell of the papers’ tables: what is printed, the value used, its status and n.';

/** Lists the fields of a cell in the order of the public contract; what is not known is null. */
function record({ rowKind, ...cell }: PublishedCell): (string | number | null)[] {
  const fields = { ...cell, row_kind: rowKind };
  return PUBLISHED_COLUMNS.map((name) => (fields[name] === '' ? null : fields[name]));
}

/** Writes `published_scores.csv`, safe for spreadsheets, and `published_scores.parquet`, every text character for character as printed. */
export async function writePublishedScores(
  writer: ReleaseWriter,
  cells: readonly PublishedCell[],
): Promise<DescribedTable> {
  const note = { title: 'Published scores', about: ABOUT, rows: cells.length };
  const records = cells.map(record);
  await writer.write('published_scores.csv', csvText(PUBLISHED_COLUMNS, records), { ...note, type: 'text/csv' });
  const columnData = PUBLISHED_COLUMNS.map((name, i) => ({
    name,
    data: records.map((fields) => fields[i] ?? null),
    type: PARQUET_TYPES[NUMBERS[name] ?? ''] ?? 'STRING',
  }));
  await writer.write('published_scores.parquet', new Uint8Array(parquetWriteBuffer({ columnData })), {
    ...note,
    type: 'application/vnd.apache.parquet',
  });
  return {
    table: 'published_scores',
    about: ABOUT,
    columns: PUBLISHED_COLUMNS.map((name) => ({ name, type: NUMBERS[name] ?? 'VARCHAR' })),
    parquet: described(writer, 'published_scores.parquet'),
    csv: described(writer, 'published_scores.csv'),
  };
}

function described(writer: ReleaseWriter, name: string): DescribedFile {
  const file = writer.files.find((f) => f.path === name);
  if (file === undefined) throw new Error(`${name} was not written`);
  return { ...file, stored: file.sha256 };
}
