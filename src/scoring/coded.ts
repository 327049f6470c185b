/**
 * How the large tables are stored in a benchmark's database. Rows repeat the same few names millions of times, so the schema `stored` holds
 * numbers for them: `instance` is the row in `instances` (its rowid), other names are ENUMs. The views of the main schema show the text of
 * `RECORD_TABLES`, so nobody else needs to know. This makes it half as large, and sorting and scoring take half the time.
 */

import { METRICS } from '../metrics/index.ts';
import { RECORD_TABLES } from '../schema/records.ts';
import { type DefinedColumn, definedColumns } from '../sql/columns.ts';
import { identifier, literalRows } from '../sql/quote.ts';
import type { Work } from './work.ts';

type StoredTable = 'responses' | 'gold' | 'run_gold' | 'judgments' | 'contributions';

/** Queries of the working database that give the names of each ENUM; an ENUM is called like its column. */
const NAMES: Readonly<Record<string, string>> = {
  run: 'SELECT run FROM runs',
  response: 'SELECT name FROM response_names UNION SELECT response FROM gold UNION SELECT response FROM responses',
  criterion: 'SELECT criterion FROM labels UNION SELECT criterion FROM gold',
  stage: 'SELECT stage FROM labels',
  condition: 'SELECT condition FROM labels',
  critique_judge: 'SELECT critique_judge FROM labels',
  order: 'SELECT "order" FROM labels',
  verdict: 'SELECT verdict FROM labels',
  lenient: 'SELECT lenient FROM labels',
  parse: 'SELECT parse FROM labels',
  kind: 'SELECT kind FROM gold',
  metric: `VALUES ${literalRows(METRICS.map(({ id }) => [id]))}`,
};

/** Slices are known only when the scores are there. */
const SLICES = 'SELECT slice FROM work.main.contributions';

/** Gives the type of a column in `stored`. */
function codedType({ name, type }: DefinedColumn): string {
  if (name === 'instance') return 'INTEGER';
  return name in NAMES || name === 'slice' ? identifier(name) : type;
}

/** A row's cluster is its instance's, so only the view has the column. */
const storedColumns = (table: StoredTable): readonly DefinedColumn[] =>
  definedColumns(RECORD_TABLES[table]).filter(({ name }) => name !== 'cluster');

/** An ENUM without any name could not be copied to another table, so it gets one that no row has. */
async function createType(work: Work, name: string, values: string): Promise<void> {
  await work.run(`CREATE TYPE final.stored.${identifier(name)} AS ENUM (
WITH names AS (SELECT value FROM (SELECT DISTINCT * FROM (${values})) AS all_names(value) WHERE value IS NOT NULL)
SELECT value FROM (SELECT value FROM names UNION ALL SELECT '' AS value WHERE NOT EXISTS (FROM names)) ORDER BY value)`);
}

/** Selects the rows of a stored table as they are shown. */
function shownSql(table: StoredTable): string {
  const shown = definedColumns(RECORD_TABLES[table]).map((column) => {
    const { name } = column;
    if (name === 'instance' || name === 'cluster') return `instances.${name} AS ${name}`;
    const own = `rows.${identifier(name)}`;
    return codedType(column) === column.type ? own : `${own}::VARCHAR AS ${identifier(name)}`;
  });
  return `SELECT ${shown.join(', ')} FROM stored.${table} AS rows JOIN main.instances AS instances ON instances.rowid = rows.instance`;
}

async function createTable(work: Work, table: StoredTable): Promise<void> {
  const columns = storedColumns(table).map((column) => `${identifier(column.name)} ${codedType(column)}`);
  await work.run(`CREATE TABLE final.stored.${table} (${columns.join(', ')})`);
  await work.run(`CREATE VIEW final.main.${table} AS ${shownSql(table)}`);
}

/** Views name their tables with the schema, or a temporary table of that name would be read instead. */
const CLUSTER_SUMS = `CREATE VIEW final.main.cluster_sums AS
SELECT rows.run::VARCHAR AS run, rows.metric::VARCHAR AS metric, instances.cluster AS cluster, rows.slice::VARCHAR AS slice,
  sum(rows.num) AS num, sum(rows.den) AS den
FROM stored.contributions AS rows JOIN main.instances AS instances ON instances.rowid = rows.instance
GROUP BY rows.run, rows.metric, instances.cluster, rows.slice`;

const RECORDS: readonly StoredTable[] = ['responses', 'gold', 'run_gold', 'judgments'];

/** Creates the tables of records in `final.stored`, empty, with their views. Statements on `work` find the types from then on. */
export async function createCoded(work: Work): Promise<void> {
  await work.run('CREATE SCHEMA final.stored');
  await work.run(`SET search_path = 'work.main,final.stored'`);
  for (const [name, values] of Object.entries(NAMES)) await createType(work, name, values);
  for (const table of RECORDS) await createTable(work, table);
}

/**
 * The small tables as the metrics' statements must see them beside the coded ones. `which`: a condition on the table of runs. Then `runs` and
 * `judgments` have these alone, so that the scores cannot depend on others.
 */
function besideOf(which: string | null): Readonly<Record<string, string>> {
  const runs = 'SELECT * REPLACE (run::run AS run) FROM final.main.runs';
  const instances = 'SELECT * REPLACE (rowid::INTEGER AS instance) FROM final.main.instances';
  if (which === null) return { runs, instances };
  // DuckDB lets the few rows of a filtered chunk wait, and variances depend on the order of their rows in the last digit.
  const judgments = 'SELECT * FROM final.stored.judgments WHERE run IN (SELECT run FROM temp.runs) ORDER BY rowid';
  return { runs: `${runs} WHERE ${which}`, instances, judgments };
}

/**
 * Makes the table in which scores lie until they are sorted: on disk, since they are the largest table of all, or before stored ones of the
 * same name.
 */
const CREATE = { work: 'CREATE TABLE work.main.contributions', temp: 'CREATE TEMP TABLE contributions' } as const;

/** Lets plain names mean the coded tables and the types of their columns. */
export const CODED_FIRST = `SET search_path = 'final.stored,final.main,work.main'`;

/**
 * Shows the coded tables to the metrics' statements under their plain names while `use` runs, where the same statements take half the time.
 * `which`: a condition on the table of runs; all where it is null.
 */
export async function withCodedNames<T>(work: Work, which: string | null, use: () => Promise<T>): Promise<T> {
  await work.run(CODED_FIRST);
  const beside = besideOf(which);
  for (const [name, sql] of Object.entries(beside)) await work.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql}`);
  const found = await use();
  for (const name of Object.keys(beside)) await work.run(`DROP TABLE temp.${name}`);
  return found;
}

/** Creates an empty table `contributions` for scores; beside stored ones it must be `temp`. Gives its columns. */
export async function createScores(work: Work, place: keyof typeof CREATE): Promise<string> {
  const columns = storedColumns('contributions');
  const types = columns.map((c) => `${c.name} ${c.name === 'slice' ? c.type : codedType(c)}`);
  await work.run(CODED_FIRST);
  await work.run(`${CREATE[place]} (${types.join(', ')})`);
  return columns.map(({ name }) => name).join(', ');
}

/** Rows sorted or grouped at a time: as many as fit into memory. */
const ROWS_AT_ONCE = 2 ** 20;

/**
 * Runs a statement for one range of a table's instances after the other. `statement` gets the range as a condition on the column
 * `instance`, by which any order must begin. Run at once, a large table would spill, which takes twice the time.
 */
export async function byRanges(work: Work, table: string, statement: (range: string) => string): Promise<void> {
  const { n, end } = await work.row(
    `SELECT count(*)::DOUBLE AS n, coalesce(max(instance) + 1, 0)::DOUBLE AS end FROM ${table}`,
  );
  const ranges = Math.ceil(Number(n) / ROWS_AT_ONCE);
  const start = (i: number): number => Math.floor((i * Number(end)) / ranges);
  for (let i = 0; i < ranges; i++) {
    await work.run(statement(`instance >= ${start(i)} AND instance < ${start(i + 1)}`));
  }
}

/**
 * Sorts the rows of scores. What belongs to one instance lies together in all tables, which makes the file less than half as large as
 * sorting by metric and run first; whole-column scans take the same time either way.
 */
const scoresSql = (range: string): string => `INSERT INTO final.stored.contributions
SELECT * REPLACE (slice::slice AS slice) FROM work.main.contributions WHERE ${range} ORDER BY instance, metric, slice, run, num, den`;

/** Moves the scores to `contributions` of `final`, sorted. */
export async function storeContributions(work: Work): Promise<void> {
  await createType(work, 'slice', SLICES);
  await createTable(work, 'contributions');
  await byRanges(work, 'work.main.contributions', scoresSql);
  await work.run('DROP TABLE work.main.contributions');
  await work.run(CLUSTER_SUMS);
}
