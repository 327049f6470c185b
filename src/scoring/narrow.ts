import { METRICS } from '../metrics/index.ts';
import { attributeSql, type Settings } from '../metrics/query.ts';
import { scoreRunsInto } from '../metrics/score.ts';
import type { Judge } from '../schema/judge.ts';
import { RECORD_TABLES } from '../schema/records.ts';
import { JUDGES_TABLE } from '../schema/release.ts';
import type { Work } from '../sql/query.ts';
import { attachInMemory, type DefinedColumn, definedColumns, identifier, literal, literalRows } from '../sql/quote.ts';
import { SHARED_GOLD } from './staging.ts';

/**
 * How the large tables are stored in a benchmark's database. Rows repeat the same few names millions of times, so the schema `stored` holds
 * numbers for them: `instance` is the row in `instances` (its rowid), other names are ENUMs. The views of the main schema show the text of
 * `RECORD_TABLES`, so nobody else needs to know. This makes it half as large, and sorting and scoring take half the time.
 */

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
async function createCoded(work: Work): Promise<void> {
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

/** Gives ranges [from, to) of the instances of a table, each of so many rows about. */
export async function instanceRanges(work: Work, table: string, rows: number): Promise<[from: number, to: number][]> {
  const { n, end } = await work.row(
    `SELECT count(*)::DOUBLE AS n, coalesce(max(instance) + 1, 0)::DOUBLE AS end FROM ${table}`,
  );
  const ranges = Math.ceil(Number(n) / rows);
  const start = (i: number): number => Math.floor((i * Number(end)) / ranges);
  return Array.from({ length: ranges }, (_, i) => [start(i), start(i + 1)]);
}

/**
 * Runs a statement for one range of a table's instances after the other. `statement` gets the range as a condition on the column
 * `instance`, by which any order must begin. Run at once, a large table would spill, which takes twice the time.
 */
async function byRanges(work: Work, table: string, statement: (range: string) => string): Promise<void> {
  for (const [from, to] of await instanceRanges(work, table, ROWS_AT_ONCE))
    await work.run(statement(`instance >= ${from} AND instance < ${to}`));
}

/**
 * Sorts the rows of scores. What belongs to one instance lies together in all tables, which makes the file less than half as large as
 * sorting by metric and run first; whole-column scans take the same time either way.
 */
const scoresSql = (range: string): string => `INSERT INTO final.stored.contributions
SELECT * REPLACE (slice::slice AS slice) FROM work.main.contributions WHERE ${range} ORDER BY instance, metric, slice, run, num, den`;

/** Moves the scores to `contributions` of `final`, sorted. */
async function storeContributions(work: Work): Promise<void> {
  await createType(work, 'slice', SLICES);
  await createTable(work, 'contributions');
  await byRanges(work, 'work.main.contributions', scoresSql);
  await work.run('DROP TABLE work.main.contributions');
  await work.run(CLUSTER_SUMS);
}

/** The tables of a benchmark's database that are stored as they are shown. */
function plainTables(attributes: readonly string[]): Readonly<Record<string, string>> {
  const facets = attributes.map((name) => `, ${attributeSql(name)} VARCHAR`).join('');
  return { runs: RECORD_TABLES.runs, instances: RECORD_TABLES.instances + facets, judges: JUDGES_TABLE };
}

/** Numbers instances as the release does: `ordinal` is their row in the table `instances`. */
const POSITIONS = `CREATE OR REPLACE TABLE positions AS
SELECT instance, id, hash, (row_number() OVER (ORDER BY instance) - 1)::INTEGER AS ordinal FROM instances`;

const RUNS = 'INSERT INTO final.runs SELECT * EXCLUDE (ordinal) FROM runs ORDER BY ordinal';

function instancesSql(attributes: readonly string[]): string {
  const facets = attributes.map((name) => `, coalesce(found[${literal(name)}], '')`).join('');
  return `INSERT INTO final.instances
SELECT id, cluster, split, prompt_length${facets}
FROM instances JOIN positions USING (instance, id)
  LEFT JOIN (SELECT instance, map_from_entries(list((name, value))) AS found FROM attributes GROUP BY instance) USING (instance)
ORDER BY ordinal`;
}

const RESPONSES = `INSERT INTO final.stored.responses
SELECT ordinal, response, model, length FROM responses JOIN positions USING (instance) WHERE condition = '' ORDER BY ordinal, response`;

const GOLD = `INSERT INTO final.stored.gold
SELECT ordinal, response, criterion, kind, value, CASE WHEN kind = 'quality' THEN value::DOUBLE END, annotator
FROM gold JOIN positions USING (instance) WHERE source = ${SHARED_GOLD} ORDER BY ordinal, response, criterion, kind, annotator`;

const RUN_GOLD = `INSERT INTO final.stored.run_gold
SELECT runs.run, positions.ordinal, response, criterion, kind, value, CASE WHEN kind = 'quality' THEN value::DOUBLE END, annotator
FROM gold JOIN coded_runs AS runs ON gold.source = runs.ordinal JOIN positions USING (instance)
ORDER BY positions.ordinal, runs.ordinal, response, criterion, kind, annotator`;

/** Turns names into ENUMs before they are joined, which takes a few conversions instead of one per judgment. `place` is their order. */
const NAMED_ONCE: Readonly<Record<string, string>> = {
  coded_runs: 'SELECT ordinal, run::run AS run FROM runs',
  coded_responses: 'SELECT response, name::response AS name FROM response_names',
  coded_labels: `SELECT label, criterion::criterion AS criterion, stage::stage AS stage, condition::condition AS condition,
  critique_judge::critique_judge AS critique_judge, repeat, "order"::"order" AS "order", verdict::verdict AS verdict, parse::parse AS parse, lenient::lenient AS lenient,
  dense_rank() OVER (ORDER BY stage, criterion, condition, critique_judge, repeat, "order")::INTEGER AS place FROM labels`,
};

/** Stores judgments in the form and order of the table of `final`; `where`: a condition on them. */
const judgmentsSql = (where: string): string => `INSERT INTO final.stored.judgments
SELECT runs.run, positions.ordinal, name, criterion, stage, condition, critique_judge, repeat, "order", verdict,
  CASE WHEN NOT isnan(score) THEN score END, parse, length, CASE WHEN NOT isnan(cost) THEN cost END, CASE WHEN tokens >= 0 THEN tokens END, lenient
FROM judgments JOIN coded_runs AS runs ON judgments.run = runs.ordinal JOIN positions USING (instance)
  JOIN coded_responses USING (response) JOIN coded_labels USING (label)
WHERE ${where}
ORDER BY positions.ordinal, name, place, runs.ordinal`;

/** Runs `use` while names have the types of `final`. */
async function withNamedOnce(work: Work, use: () => Promise<void>): Promise<void> {
  for (const [name, sql] of Object.entries(NAMED_ONCE))
    await work.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql}`);
  await use();
  for (const name of Object.keys(NAMED_ONCE)) await work.run(`DROP TABLE temp.${name}`);
}

/** Creates the database `final` with the narrow tables of what was read, in a file or, with null, in memory; scores come later. */
export async function buildNarrowTables(work: Work, file: string | null, attributes: readonly string[]): Promise<void> {
  await work.run(
    file === null ? attachInMemory('final') : `ATTACH ${literal(file)} AS final (STORAGE_VERSION 'v1.2.0')`,
  );
  for (const [name, columns] of Object.entries(plainTables(attributes))) {
    await work.run(`CREATE TABLE final.${name} (${columns})`);
  }
  for (const sql of [POSITIONS, RUNS, instancesSql(attributes)]) await work.run(sql);
  await createCoded(work);
  await withNamedOnce(work, async () => {
    for (const sql of [RESPONSES, GOLD, RUN_GOLD]) await work.run(sql);
    await byRanges(work, 'work.main.judgments', judgmentsSql);
  });
  await work.run('USE work');
}

/** The judges that the tables name: of runs, of critiques, and annotators. */
const NAMED = `SELECT judge FROM final.runs UNION SELECT critique_judge FROM final.stored.judgments WHERE critique_judge <> ''
UNION SELECT annotator FROM final.stored.gold WHERE annotator <> ''`;

type KnownJudge = Pick<Judge, 'id' | 'name'> & Partial<Judge>;

/** Makes a row of the table `judges`: '' and null stand where nothing is known. */
export const judgeRow = (judge: KnownJudge): (string | number | boolean | null)[] => [
  judge.id,
  judge.name,
  judge.organisation ?? '',
  judge.family ?? '',
  judge.access ?? '',
  judge.thinking ?? '',
  judge.parameters_b ?? null,
  judge.active_b ?? null,
  judge.reference === true,
];

/** Stores of `judges` those that the records name. */
export async function storeJudges(work: Work, judges: ReadonlyMap<string, Judge>): Promise<void> {
  const named = new Set((await work.query(NAMED)).map(({ judge }) => String(judge)));
  const values = [...named].sort().flatMap((id) => {
    const judge = judges.get(id);
    return judge === undefined ? [] : [judgeRow(judge)];
  });
  if (values.length > 0) await work.run(`INSERT INTO final.judges VALUES ${literalRows(values)}`);
}

/** Scores all runs into a new table `contributions`. */
export async function scoreRuns(work: Work, settings: Settings): Promise<void> {
  const columns = await createScores(work, 'work');
  await withCodedNames(work, null, () => scoreRunsInto(work.heavy, settings, columns));
}

/** Fills `contributions` of `final` with the scores, sorted. `final` is the current database afterwards. */
export async function storeScores(work: Work): Promise<void> {
  await storeContributions(work);
  await work.run('USE final');
}

/** Writes everything to `final` and closes its file. */
export async function closeFinal(work: Work): Promise<void> {
  await work.run('USE work');
  await work.run('CHECKPOINT final');
  await work.run('DETACH final');
}

/** A condition: a row of contributions costs the judge something, by the rule of its metric. */
const LOST = `CASE metric ${METRICS.flatMap(({ id, loss }) => (loss === null ? [] : [`WHEN ${literal(id)} THEN ${loss}`])).join(' ')} ELSE false END`;

const COLUMNS =
  'instance INTEGER, run INTEGER, metric VARCHAR, contributions INTEGER, lost INTEGER, num DOUBLE, den DOUBLE';

const rowsSql = (where: string): string => `INSERT INTO work.main.case_scores
SELECT positions.instance, runs.ordinal, metric, contributions, lost, num, den
FROM (
  SELECT instance AS ordinal, run, metric::VARCHAR AS metric, count(*) AS contributions,
    count_if(${LOST}) AS lost, sum(num) AS num, sum(den) AS den
  FROM final.stored.contributions WHERE ${where} GROUP BY ALL) AS rows
JOIN work.main.positions USING (ordinal) JOIN work.main.runs AS runs ON rows.run = runs.run`;

/** Makes `case_scores`: what each run won and lost on each instance under each metric, for the packs of cases. */
export async function addCaseScores(work: Work): Promise<void> {
  await work.run(`CREATE TABLE work.main.case_scores (${COLUMNS})`);
  await byRanges(work, 'final.stored.contributions', rowsSql);
}
