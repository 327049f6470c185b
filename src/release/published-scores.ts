import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Papa from 'papaparse';
import { PUBLISHED_COLUMNS, type PublishedCell } from '../schema/published.ts';
import { literal } from '../sql/quote.ts';
import type { DescribedFile, DescribedTable } from './croissant.ts';
import type { ReleaseWriter } from './writer.ts';

const NUMBERS: Partial<Record<string, string>> = { value: 'DOUBLE', n: 'INTEGER' };
const ABOUT = 'One row per printed cell of the papers’ tables: what is printed, the value used, its status and n.';

/** Writes one CSV record of the public contract; null is an empty field. */
function record(cell: PublishedCell): Record<(typeof PUBLISHED_COLUMNS)[number], string | number | null> {
  return {
    benchmark: cell.benchmark,
    table: cell.table,
    row: cell.row,
    row_kind: cell.rowKind,
    judge: cell.judge,
    variant: cell.variant,
    column: cell.column,
    printed: cell.printed,
    value: cell.value,
    status: cell.status,
    n: cell.n,
    note: cell.note,
  };
}

/** Writes `published_scores.csv` as text: RFC 4180, LF, every cell character for character as printed. */
function publishedCsv(cells: readonly PublishedCell[]): string {
  return `${Papa.unparse({ fields: [...PUBLISHED_COLUMNS], data: cells.map(record) }, { newline: '\n' })}\n`;
}

/** Writes `published_scores.csv` and, from that very file, `published_scores.parquet`. */
export async function writePublishedScores(
  writer: ReleaseWriter,
  cells: readonly PublishedCell[],
): Promise<DescribedTable> {
  const note = { title: 'Published scores', about: ABOUT, rows: cells.length };
  await writer.write('published_scores.csv', publishedCsv(cells), { ...note, type: 'text/csv' });
  const db = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await db.connect();
  const csv = path.join(writer.folder, 'published_scores.csv');
  const columns = PUBLISHED_COLUMNS.map((c) => `${literal(c)}: ${literal(NUMBERS[c] ?? 'VARCHAR')}`).join(', ');
  await connection.run(
    `COPY (SELECT * FROM read_csv(${literal(csv)}, header = true, auto_detect = false, columns = {${columns}},
       nullstr = '', quote = '"', escape = '"'))
     TO ${literal(csv.replace(/csv$/, 'parquet'))} (FORMAT parquet, COMPRESSION zstd)`,
  );
  connection.closeSync();
  db.closeSync();
  await writer.adopt('published_scores.parquet', { ...note, type: 'application/vnd.apache.parquet' });
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
