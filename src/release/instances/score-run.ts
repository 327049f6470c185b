import path from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../metrics/query.ts';
import type { RunRanking } from '../../metrics/rankings.ts';
import type { JudgeRates } from '../../schema/board.ts';
import { nearestWord } from '../../schema/problem.ts';
import type { Run } from '../../schema/records.ts';
import type { DescribedRun, IngestReport } from '../../schema/release.ts';
import { facetOfColumn } from '../../schema/slice.ts';
import { judgeRates, tabledSource, unreadOf } from '../../scoring/board-values.ts';
import { buildNarrowTables, scoreRuns, storeScores, withCodedNames } from '../../scoring/narrow.ts';
import { CHOSEN_ROWS, chooseAll, describedRuns, type ScoreRow, scoreRows } from '../../scoring/score-rows.ts';
import { identifier, literal } from '../../sql/quote.ts';
import { Appender, openDuckDB, type WorkDatabase, withWorkDatabase } from '../duckdb.ts';
import { openAlone } from '../input-run.ts';
import { loadRuns } from './load-runs.ts';

/** A condition that cannot be used, in a sentence for the person who wrote it. */
export class ConditionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConditionError';
  }
}

/** What DuckDB's parser makes of `SELECT … WHERE (condition)`: only what has to be checked. */
const Parsed = z.object({
  error: z.boolean(),
  error_message: z.string().optional(),
  statements: z.array(z.object({ node: z.looseObject({ type: z.string() }) })).optional(),
});

/** Finds anything in a parsed expression that is more than columns, constants, operators and plain functions. */
function foreignPart(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const kind: unknown = Reflect.get(value, 'class');
  if (kind === 'SUBQUERY' || kind === 'WINDOW' || kind === 'PARAMETER') return kind.toLowerCase();
  for (const part of Object.values(value)) {
    const found = foreignPart(part);
    if (found !== null) return found;
  }
  return null;
}

/** The parts of a query beside its condition, which must be as we wrote them. */
const OURS = ['cte_map', 'group_expressions', 'having', 'modifiers', 'qualify', 'sample'];

function checkShape(node: Readonly<Record<string, unknown>>, plain: Readonly<Record<string, unknown>>): void {
  const same = OURS.every((key) => JSON.stringify(node[key]) === JSON.stringify(plain[key]));
  if (node['type'] !== 'SELECT_NODE' || !same) throw new ConditionError(NOT_ONE);
  const foreign = foreignPart(node['where_clause']);
  if (foreign !== null)
    throw new ConditionError(`It must not hold a ${foreign}: compare columns of instances with values.`);
}

const NOT_ONE = 'It must be a single condition, nothing else.';

function unreadable(message: string): ConditionError {
  return new ConditionError(/Only SELECT statements/.test(message) ? NOT_ONE : firstLine(message));
}

const firstLine = (text: string): string => text.split('\n')[0]?.replace(/^\w+ Error: /, '') ?? text;

function conditionError(error: unknown, columns: readonly string[]): ConditionError {
  const text = error instanceof Error ? error.message : String(error);
  const unknown = /Referenced column "(.+?)" not found/.exec(text)?.[1];
  if (unknown === undefined) return new ConditionError(firstLine(text));
  const near = nearestWord(unknown, columns);
  const hint = near === undefined ? `there are ${columns.join(', ')}.` : `is ${near} meant?`;
  return new ConditionError(`There is no column ${unknown}; ${hint} Text stands in single quotes.`);
}

/** Says what a condition calls a column: an attribute by its name alone, unless a field of the instance has it. */
function shortName(column: string, fields: ReadonlySet<string>): string {
  const name = facetOfColumn(column) ?? column;
  const taken = [...fields].some((field) => field !== column && field.toLowerCase() === name.toLowerCase());
  return taken ? column : name;
}

/**
 * Finds the ids of the instances that fulfil a condition over the columns of `final.instances`, written as SQL. The condition is parsed,
 * and run in a database of its own that holds nothing but those columns and cannot reach files or settings. Throws `ConditionError`.
 */
async function matchingInstances(work: WorkDatabase, condition: string): Promise<string[]> {
  const stored = (await work.query('DESCRIBE final.instances')).map(
    (row) => [String(row['column_name']), String(row['column_type'])] as const,
  );
  const isField = (name: string): boolean => [null, name].includes(facetOfColumn(name));
  const fields = new Set(stored.map(([name]) => name).filter(isField));
  const columns = stored.map(([name, type]) => [shortName(name, fields), type] as const);
  const closed = { memory_limit: '512MB', enable_external_access: 'false', lock_configuration: 'true' };
  const { connection, close } = await openDuckDB(':memory:', closed);
  const first = async (sql: string): Promise<unknown> => (await connection.runAndReadAll(sql)).getRows()[0]?.[0];
  const parse = async (sql: string): Promise<z.output<typeof Parsed>> =>
    Parsed.parse(JSON.parse(String(await first(`SELECT json_serialize_sql(${literal(sql)})`))));
  try {
    const sql = `SELECT instance FROM instances WHERE (\n${condition}\n)`;
    const [parsed, plain] = [await parse(sql), await parse('SELECT instance FROM instances WHERE (true)')];
    if (parsed.error) throw unreadable(parsed.error_message ?? '');
    const [own, ...more] = parsed.statements ?? [];
    const [ours] = plain.statements ?? [];
    if (own === undefined || ours === undefined || more.length > 0) throw new ConditionError(NOT_ONE);
    checkShape(own.node, ours.node);
    await connection.run(
      `CREATE TABLE instances (${columns.map(([name, type]) => `${identifier(name)} ${type}`).join(', ')})`,
    );
    const appender = new Appender(await connection.createAppender('instances'));
    for await (const chunk of work.stream('SELECT * FROM final.instances')) {
      for (let i = 0; i < (chunk[0]?.length ?? 0); i++)
        appender.add(chunk.map((column) => column[i] as string | number | null));
    }
    appender.close();
    const names = columns.map(([name]) => name);
    const rows = await connection
      .runAndReadAll(sql)
      .catch((error: unknown) => Promise.reject(conditionError(error, names)));
    return rows.getRows().map(([id]) => String(id));
  } finally {
    close();
  }
}

export interface ScoredRun {
  readonly folder: string;
  readonly rows: readonly ScoreRow[];
  /** Of pairs, by split: how often the run says what people say; none of a selection of instances. */
  readonly rates: readonly RunRates[];
  /** By split and criterion: how the run ranks those who made the responses; none of a selection of instances. */
  readonly rankings: readonly RunRanking[];
  readonly ingest: IngestReport;
  /** None of a selection of instances. */
  readonly facts: readonly DescribedRun[];
}

interface RunRates {
  readonly run: string;
  readonly split: string;
  readonly rates: JudgeRates;
}

/** Reads what boards find beside the values of a run, from the scores that are stored. */
async function findingsOfRun(
  work: WorkDatabase,
  { protocol }: Pick<Run, 'protocol'>,
  settings: Settings,
): Promise<Pick<ScoredRun, 'rates' | 'rankings'>> {
  return withCodedNames(work, null, async () => {
    const source = await tabledSource(work.query, { settings });
    const rates: RunRates[] = [];
    for (const { split } of protocol === 'pairwise' ? source.judged : [])
      for (const [run, own] of await judgeRates(source, split)) rates.push({ run, split, rates: own });
    return { rates, rankings: await source.rankings(protocol) };
  });
}

async function factsOf(work: WorkDatabase, of: Parameters<typeof describedRuns>[1]): Promise<readonly DescribedRun[]> {
  await work.run('USE final');
  return describedRuns(work.query.bind(work), of);
}

async function choose(work: WorkDatabase, where: string | null): Promise<void> {
  if (where === null) {
    await chooseAll(work);
    return;
  }
  const ids = await matchingInstances(work, where);
  const table = await work.appenderTo('chosen', 'instance VARCHAR');
  for (const id of ids) table.add([id]);
  table.close();
}

export interface ScoreOptions {
  /** A condition over the columns of instances; null for all. */
  readonly where: string | null;
  readonly settings: Settings;
}

/**
 * Scores a run folder: each metric as a whole per split (and per critique judge), and by every other slice. Records with problems are left
 * out and reported. `root` holds data/. Throws `ConditionError`.
 */
export async function scoreFolder(folder: string, root: string, { where, settings }: ScoreOptions): Promise<ScoredRun> {
  const label = path.relative('.', folder) || '.';
  const alone = await openAlone(folder, root, label);
  return withWorkDatabase('judgeboard-score-', async (work, scratch) => {
    const { runs, attributes, ingest } = await loadRuns(alone, work);
    const [run] = runs.values();
    if (run === undefined) return { folder: label, rows: [], rates: [], rankings: [], ingest, facts: [] };
    await buildNarrowTables(work, path.join(scratch, 'final.duckdb'), attributes);
    await choose(work, where);
    const within = where === null ? {} : { within: CHOSEN_ROWS };
    await scoreRuns(work, { ...settings, ...within });
    await storeScores(work);
    const how = { protocol: run.protocol, unread: unreadOf(ingest), chosen: where !== null };
    const rows = await scoreRows(work, how);
    const findings = where === null ? await findingsOfRun(work, run, settings) : { rates: [], rankings: [] };
    return {
      folder: label,
      rows,
      ...findings,
      ingest,
      facts: where === null ? await factsOf(work, { runs: runs.values(), ingest }) : [],
    };
  });
}
