import fs from 'node:fs/promises';
import path from 'node:path';
import { identifier, literal } from '../../sql/quote.ts';
import type { DescribedTable, TableColumn } from '../croissant.ts';
import type { PartFiles } from './part-files.ts';
import type { Progress } from './progress.ts';
import type { WorkDatabase } from './work.ts';

/** What one row of each table is. */
const ABOUT: Readonly<Record<string, string>> = {
  judges: 'One row per judge, annotator or critique judge that the other tables name.',
  runs: 'One row per run: a judge under one setting.',
  instances: 'One row per instance with its cluster, split and attributes; no long text.',
  responses: 'One row per response: its model and its length in characters.',
  gold: 'One row per label: of single annotators, and aggregated where the annotator is empty.',
  run_gold: 'One row per label of a run that brings labels of its own, by which it is scored instead of those of gold.',
  judgments: 'One row per answer of a judge: verdict or score, how it was read, length of the rationale in characters.',
  contributions: 'What every instance adds to every metric of a run: value = Σnum / Σden.',
  cluster_sums: 'The contributions summed per cluster: all that errors and intervals need.',
};

/** CSV files from this size on are stored gzipped. */
const LARGE = 2 ** 20;

const NUMBER = String.raw`[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?`;

/**
 * A column for CSV. Text that a spreadsheet might run gets an apostrophe in front (as `safeText` in `src/schema/csv.ts`): it begins with
 * = + - @, tab or CR and is neither a number nor a lone dash. Empty text is an empty field.
 */
function csvColumn({ name, type }: TableColumn, risks: ReadonlySet<string>): string {
  const column = identifier(name);
  if (type !== 'VARCHAR') return column;
  if (!risks.has(name)) return `nullif(${column}, '') AS ${column}`;
  const risky = `ascii(${column}) IN ${FIRST_SIGNS} AND ${column} <> '-' AND NOT regexp_full_match(${column}, ${literal(NUMBER)})`;
  return `nullif(CASE WHEN ${risky} THEN '''' || ${column} ELSE ${column} END, '') AS ${column}`;
}

async function columnsOf(work: WorkDatabase, table: string): Promise<TableColumn[]> {
  const rows = await work.query(`SELECT column_name AS name, column_type AS type FROM (DESCRIBE final.${table})`);
  return rows.map(({ name, type }) => ({ name: String(name), type: String(type) }));
}

const FIRST_SIGNS = '(61, 43, 45, 64, 9, 13)';

/**
 * Columns with a text that begins with such a sign. The other columns need no condition, and DuckDB plans such a query a thousand times
 * faster.
 */
async function riskyColumns(work: WorkDatabase, table: string, columns: readonly TableColumn[]): Promise<Set<string>> {
  const texts = columns.filter(({ type }) => type === 'VARCHAR');
  if (texts.length === 0) return new Set();
  const counts = texts.map(({ name }, i) => `count_if(ascii(${identifier(name)}) IN ${FIRST_SIGNS})::DOUBLE AS n${i}`);
  const row = await work.row(`SELECT ${counts.join(', ')} FROM final.${table}`);
  return new Set(texts.flatMap(({ name }, i) => (Number(row[`n${i}`]) > 0 ? [name] : [])));
}

/** Makes DuckDB keep joins as they are written, so that the views show rows in the order in which they are stored. */
const IN_ORDER = `SET disabled_optimizers = 'join_order,build_side_probe_side'`;

/** Sums come out of the database in no order. */
const ORDERED: Readonly<Record<string, string>> = { cluster_sums: ' ORDER BY cluster, metric, slice, run' };

/** Writes every table of `final` as Parquet (zstd) and CSV, in the order of its rows. */
export async function writeDownloads(
  work: WorkDatabase,
  benchmark: { readonly id: string; readonly name: string },
  { files, scratch, progress }: { readonly files: PartFiles; readonly scratch: string; readonly progress: Progress },
): Promise<DescribedTable[]> {
  await work.run(IN_ORDER);
  const written: DescribedTable[] = [];
  for (const [table, about] of Object.entries(ABOUT)) {
    const columns = await columnsOf(work, table);
    const { n } = await work.row(`SELECT count(*)::DOUBLE AS n FROM final.${table}`);
    const note = { title: `${benchmark.name}, ${table.replace('_', ' ')}`, about, rows: Number(n) };
    const file = path.join(scratch, table);
    const rows = `FROM final.${table}${ORDERED[table] ?? ''}`;
    await work.run(`COPY (SELECT * ${rows}) TO ${literal(`${file}.parquet`)} (FORMAT parquet, COMPRESSION zstd)`);
    const risks = await riskyColumns(work, table, columns);
    const csv = columns.map((column) => csvColumn(column, risks)).join(', ');
    await work.run(`COPY (SELECT ${csv} ${rows}) TO ${literal(`${file}.csv`)} (FORMAT csv, HEADER)`);
    const { size } = await fs.stat(`${file}.csv`);
    const name = `${benchmark.id}/${table}.*`;
    const parquet = { ...note, type: 'application/vnd.apache.parquet' };
    written.push({
      table,
      about,
      columns,
      parquet: await files.take(`${file}.parquet`, `${name}.parquet`, { storage: 'raw', note: parquet }),
      csv: await files.take(`${file}.csv`, `${name}.csv`, {
        storage: size < LARGE ? 'raw' : 'gzip',
        note: { ...note, type: 'text/csv' },
      }),
    });
    progress.count(written.length, 'tables', Object.keys(ABOUT).length);
  }
  await work.run('RESET disabled_optimizers');
  return written;
}
