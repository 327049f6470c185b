import fs from 'node:fs/promises';
import path from 'node:path';
import { TABLE_NOTES } from '../../schema/columns.ts';
import { CSV_GUARD } from '../../schema/csv.ts';
import { identifier, literal } from '../../sql/quote.ts';
import type { DescribedTable, TableColumn } from '../croissant.ts';
import type { WorkDatabase } from '../duckdb.ts';
import type { Progress } from '../progress.ts';
import type { ReleaseFiles } from '../writer.ts';

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
  from: string,
  columns: readonly TableColumn[],
): Promise<{ readonly rows: number; readonly risks: ReadonlySet<string> }> {
  const texts = columns.filter(({ type }) => type === 'VARCHAR');
  const counts = texts.map(({ name }, i) => `count_if(${mayRun(identifier(name))})::DOUBLE AS n${i}`);
  const row = await work.row(`SELECT ${['count(*)::DOUBLE AS n', ...counts].join(', ')} FROM ${from}`);
  return {
    rows: Number(row['n']),
    risks: new Set(texts.flatMap(({ name }, i) => (Number(row[`n${i}`]) > 0 ? [name] : []))),
  };
}

/** Makes DuckDB keep joins as they are written, so that the views show rows in the order in which they are stored. */
const IN_ORDER = `SET disabled_optimizers = 'join_order,build_side_probe_side'`;

/**
 * Contributions that are added up at a time: DuckDB adds up more of them in parts, which gives sums of fractions another last digit. They are
 * sorted for the same reason.
 */
const SUMMED = 2 ** 16;

/** Makes `temp.cluster_sums`: the view of this name in the order of its columns, which takes long to read more than once. */
async function storeClusterSums(work: WorkDatabase): Promise<void> {
  await work.run(`CREATE TEMP TABLE placed AS
SELECT rowid::INTEGER AS instance, cluster, (dense_rank() OVER (ORDER BY cluster) - 1)::INTEGER AS place FROM final.main.instances`);
  // In order, so that each range below is found without reading the others.
  await work.run(`CREATE TEMP TABLE clustered AS
SELECT place, run, metric, slice, num, den FROM final.stored.contributions JOIN temp.placed USING (instance) ORDER BY place`);
  await work.run('CREATE TEMP TABLE cluster_sums AS FROM final.main.cluster_sums LIMIT 0');
  const counts = await work.row('SELECT count(*)::DOUBLE AS rows, max(place) + 1 AS clusters FROM temp.clustered');
  const clusters = Number(counts['clusters']);
  const atOnce = Math.ceil((SUMMED * clusters) / Math.max(1, Number(counts['rows'])));
  for (let from = 0; from < clusters; from += atOnce) {
    const own = `WHERE place BETWEEN ${from} AND ${from + atOnce - 1}`;
    await work.run(`INSERT INTO temp.cluster_sums
SELECT run::VARCHAR AS run, metric::VARCHAR AS metric, cluster, slice::VARCHAR AS slice, num, den FROM (
  SELECT place, run, metric, slice, sum(num) AS num, sum(den) AS den FROM (
    SELECT * FROM temp.clustered ${own} ORDER BY num, den)
  GROUP BY place, run, metric, slice) JOIN (SELECT DISTINCT place, cluster FROM temp.placed ${own}) USING (place)
ORDER BY cluster, metric, slice, run`);
  }
  for (const table of ['placed', 'clustered']) await work.run(`DROP TABLE temp.${table}`);
}

/**
 * Writes every table of `final` as Parquet (zstd) and CSV, in the order of its rows. `scratch` is a folder to work in.
 */
export async function writeDownloads(
  work: WorkDatabase,
  benchmark: { readonly id: string; readonly name: string },
  { files, scratch, progress }: { readonly files: ReleaseFiles; readonly scratch: string; readonly progress: Progress },
): Promise<DescribedTable[]> {
  await work.run(IN_ORDER);
  const all = await columnsByTable(work);
  await storeClusterSums(work);
  const written: DescribedTable[] = [];
  for (const [table, about] of Object.entries(TABLE_NOTES)) {
    const columns = all.get(table) ?? [];
    const file = path.join(scratch, table);
    const from = table === 'cluster_sums' ? 'temp.cluster_sums' : `final.main.${table}`;
    const { rows, risks } = await countAndRisks(work, from, columns);
    await work.run(`COPY (FROM ${from}) TO ${literal(`${file}.parquet`)} (FORMAT parquet, COMPRESSION zstd)`);
    const texts = columns.map((column) => csvColumn(column, risks)).join(', ');
    await work.run(`COPY (SELECT ${texts} FROM ${from}) TO ${literal(`${file}.csv`)} (FORMAT csv, HEADER)`);
    const { size } = await fs.stat(`${file}.csv`);
    const name = `${benchmark.id}/${table}.*`;
    const note = { title: `${benchmark.name}, ${table.replace('_', ' ')}`, about, rows };
    const parquet = { ...note, type: 'application/vnd.apache.parquet' };
    const csv = { ...note, type: 'text/csv' };
    const storage = size < LARGE ? 'raw' : 'gzipped download';
    written.push({
      table,
      about,
      columns,
      parquet: await files.take(`${file}.parquet`, `${name}.parquet`, { storage: 'raw', note: parquet }),
      csv: await files.take(`${file}.csv`, `${name}.csv`, { storage, note: csv }),
    });
    for (const made of [`${file}.parquet`, `${file}.csv`]) await fs.rm(made);
    progress.count(written.length, 'tables', Object.keys(TABLE_NOTES).length);
  }
  await work.run('DROP TABLE temp.cluster_sums');
  await work.run('RESET disabled_optimizers');
  return written;
}
