import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CSV_GUARD } from '../../schema/csv.ts';
import { identifier, literal } from '../../sql/quote.ts';
import type { DescribedTable, TableColumn } from '../croissant.ts';
import type { FileNote } from '../writer.ts';
import { deflatePiece, GZIP_HEAD, gzipTail, type PieceSum, pieceSum, sumOfBoth } from './gzip-parts.ts';
import type { KeptResults } from './kept.ts';
import { decodeFiles, encodeFiles } from './kept-files.ts';
import { ParquetParts } from './parquet-parts.ts';
import type { PartDigests } from './part-digests.ts';
import { GrowingFile, type PartFiles } from './part-files.ts';
import type { Progress } from './progress.ts';
import { readRowNames, type Stretch, stretchesOf } from './stretches.ts';
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
  contributions: 'Contribution of every instance to every metric of a run: value = Σnum / Σden.',
  cluster_sums: 'The contributions summed per cluster: all that errors and intervals need.',
};

/** CSV files from this size on are stored gzipped. */
const LARGE = 2 ** 20;

/** Signs that a text changed by `safeText` begins with, as numbers of characters. */
const FIRST_SIGNS = [..."'=+-@\t\r\n＝＋－＠"].map((sign) => sign.codePointAt(0)).join(', ');

/** Says, by what is quick to ask, whether a text may be one that `safeText` changes. */
const mayRun = (column: string): string =>
  [
    `ascii(${column}) IN (${FIRST_SIGNS})`,
    ...[';', '\t', '\r', '\n'].map((sign) => `contains(${column}, ${literal(sign)})`),
  ].join(' OR ');

/** Writes a column for CSV: text as by `safeText`, empty text as an empty field. */
export function csvColumn({ name, type }: TableColumn, risks: ReadonlySet<string>): string {
  const column = identifier(name);
  if (type !== 'VARCHAR') return column;
  if (!risks.has(name)) return `nullif(${column}, '') AS ${column}`;
  const { kept, first, later } = CSV_GUARD;
  const inside = `regexp_replace(${column}, ${literal(later)}, ${literal("\\1'\\2")}, 'g')`;
  const safe = `regexp_replace(${inside}, ${literal(first)}, ${literal("'\\1")})`;
  return `nullif(CASE WHEN regexp_full_match(${column}, ${literal(kept)}) THEN ${column} ELSE ${safe} END, '') AS ${column}`;
}

/** Reads the columns of all tables of `final` and their types, by table. */
async function columnsByTable(work: WorkDatabase): Promise<ReadonlyMap<string, readonly TableColumn[]>> {
  const rows = await work.query(`SELECT table_name AS of, column_name AS name, data_type AS type FROM duckdb_columns()
WHERE database_name = 'final' AND schema_name = 'main' ORDER BY table_name, column_index`);
  const found = Map.groupBy(rows, ({ of }) => String(of));
  return new Map(
    [...found].map(([of, own]) => [of, own.map(({ name, type }) => ({ name: String(name), type: String(type) }))]),
  );
}

/**
 * Counts the rows, and finds the columns with a text that may have to be changed. Leaving the others without the condition makes DuckDB plan the
 * query a thousand times faster.
 */
async function countAndRisks(
  work: WorkDatabase,
  columns: readonly TableColumn[],
): Promise<{ readonly rows: number; readonly risks: ReadonlySet<string> }> {
  const texts = columns.filter(({ type }) => type === 'VARCHAR');
  const counts = texts.map(({ name }, i) => `count_if(${mayRun(identifier(name))})::DOUBLE AS n${i}`);
  const row = await work.row(`SELECT ${['count(*)::DOUBLE AS n', ...counts].join(', ')} FROM temp.download`);
  return {
    rows: Number(row['n']),
    risks: new Set(texts.flatMap(({ name }, i) => (Number(row[`n${i}`]) > 0 ? [name] : []))),
  };
}

/** Makes DuckDB keep joins as they are written, so that the views show rows in the order in which they are stored. */
const IN_ORDER = `SET disabled_optimizers = 'join_order,build_side_probe_side'`;

/** What the downloads are written with; `scratch` is a folder to work in. */
interface DownloadsTo {
  readonly files: PartFiles;
  readonly kept: KeptResults;
  readonly scratch: string;
  readonly progress: Progress;
  readonly digests: PartDigests;
}

interface AboutRows {
  readonly rows: number;
  readonly sum: PieceSum;
}

/** Writes the rows of a stretch: CSV without its header, deflated, and a whole Parquet file. */
async function madeRows(
  work: WorkDatabase,
  { sql }: Stretch,
  { columns, scratch }: { readonly columns: readonly TableColumn[]; readonly scratch: string },
): Promise<Uint8Array> {
  await work.run(`CREATE OR REPLACE TEMP TABLE download AS ${sql}`);
  const file = path.join(scratch, 'download');
  await work.run(`COPY temp.download TO ${literal(`${file}.parquet`)} (FORMAT parquet, COMPRESSION zstd)`);
  const { rows, risks } = await countAndRisks(work, columns);
  const texts = columns.map((column) => csvColumn(column, risks)).join(', ');
  await work.run(`COPY (SELECT ${texts} FROM temp.download) TO ${literal(`${file}.csv`)} (FORMAT csv, HEADER false)`);
  const csv = await fs.readFile(`${file}.csv`);
  const about: AboutRows = { rows, sum: pieceSum(csv) };
  const parts = [await deflatePiece(csv), await fs.readFile(`${file}.parquet`)];
  return encodeFiles({ about, files: parts.map((bytes) => ({ hash: '', bytes })) });
}

/** Writes the first line of a table's CSV. */
async function headerOf(work: WorkDatabase, table: string, scratch: string): Promise<Uint8Array> {
  const file = path.join(scratch, 'header.csv');
  await work.run(`COPY (SELECT * FROM final.${table} LIMIT 0) TO ${literal(file)} (FORMAT csv, HEADER)`);
  return fs.readFile(file);
}

/** A table in both formats, as it grows. */
class GrowingTable {
  private readonly parts = new ParquetParts();
  private readonly parquet: GrowingFile;
  private readonly csv: GrowingFile;
  private sum: PieceSum;
  rows = 0;

  private constructor(files: { readonly parquet: GrowingFile; readonly csv: GrowingFile }, sum: PieceSum) {
    this.parquet = files.parquet;
    this.csv = files.csv;
    this.sum = sum;
  }

  /** Makes the file; `header` is the first line of the CSV. */
  static async create(file: string, header: Uint8Array): Promise<GrowingTable> {
    const csv = await GrowingFile.create(`${file}.csv.gz`);
    await csv.add(GZIP_HEAD, await deflatePiece(header));
    return new GrowingTable({ parquet: await GrowingFile.create(`${file}.parquet`), csv }, pieceSum(header));
  }

  async add(bytes: Buffer): Promise<void> {
    const { about, files } = decodeFiles<AboutRows>(bytes);
    const [csv, parquet] = files;
    if (csv === undefined || parquet === undefined) throw new Error('rows without their files');
    this.rows += about.rows;
    this.sum = sumOfBoth(this.sum, about.sum);
    await this.csv.add(csv.bytes);
    await this.parquet.add(...this.parts.add(parquet.bytes));
  }

  /** Moves both files into the part; a small CSV is inflated again. */
  async put(
    files: PartFiles,
    name: string,
    note: Pick<FileNote, 'title' | 'about'>,
  ): Promise<Pick<DescribedTable, 'parquet' | 'csv'>> {
    await this.parquet.add(this.parts.end());
    await this.csv.add(gzipTail(this.sum));
    const about = { ...note, rows: this.rows };
    const parquet = await files.put(this.parquet, `${name}.parquet`, {
      ...about,
      type: 'application/vnd.apache.parquet',
    });
    const text = { ...about, type: 'text/csv' };
    if (this.sum.size >= LARGE) return { parquet, csv: await files.put(this.csv, `${name}.csv.gz`, text) };
    await this.csv.close();
    const inflated = gunzipSync(await fs.readFile(this.csv.file));
    const plain = await GrowingFile.create(this.csv.file);
    await plain.add(inflated);
    return { parquet, csv: await files.put(plain, `${name}.csv`, text) };
  }
}

/**
 * Writes every table of `final` as Parquet (zstd) and CSV, in the order of its rows. They are made stretch by stretch: one whose rows are as in
 * an earlier build is not made again.
 */
export async function writeDownloads(
  work: WorkDatabase,
  benchmark: { readonly id: string; readonly name: string },
  { files, kept, scratch, progress, digests }: DownloadsTo,
): Promise<DescribedTable[]> {
  await work.run(IN_ORDER);
  const names = await readRowNames(work.heavy);
  const all = await columnsByTable(work);
  const written: DescribedTable[] = [];
  for (const [table, about] of Object.entries(ABOUT)) {
    const columns = all.get(table) ?? [];
    const growing = await GrowingTable.create(path.join(scratch, table), await headerOf(work, table, scratch));
    for (const stretch of await stretchesOf(work.heavy, table, { digests, names })) {
      const key = JSON.stringify([table, columns, stretch.digest]);
      await growing.add(
        Buffer.from(await kept.bytes('rows', key, () => madeRows(work, stretch, { columns, scratch }))),
      );
    }
    const note = { title: `${benchmark.name}, ${table.replace('_', ' ')}`, about };
    written.push({ table, about, columns, ...(await growing.put(files, `${benchmark.id}/${table}.*`, note)) });
    progress.count(written.length, 'tables', Object.keys(ABOUT).length);
  }
  await work.run('DROP TABLE IF EXISTS temp.download');
  await work.run('RESET disabled_optimizers');
  return written;
}
