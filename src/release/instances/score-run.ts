import path from 'node:path';
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
import { identifier } from '../../sql/quote.ts';
import { READS, readOnlyFault, sqlTokens } from '../../sql/read-only.ts';
import { type WorkDatabase, withWorkDatabase } from '../duckdb.ts';
import { openAlone } from '../input-run.ts';
import { withMappingEngine } from '../mapping-engine.ts';
import { loadRuns } from './load-runs.ts';

/** A condition that cannot be used, in a sentence for the person who wrote it. */
export class ConditionError extends Error {}

const NOT_ONE = 'It must be a single condition, nothing else.';

/** Finds in a condition what is more than columns, constants, operators and plain functions. */
function foreignPart(condition: string): string | null {
  const tokens = sqlTokens(condition);
  if (tokens.some(({ kind, value }, i) => kind === 'word' && READS.test(value) && tokens[i - 1]?.value === '('))
    return 'subquery';
  if (tokens.some(({ kind, value }) => kind === 'word' && /^over$/i.test(value))) return 'window';
  return tokens.some(({ kind, value }) => kind === 'sign' && value === '?') ? 'parameter' : null;
}

/** Refuses what would not stay within its brackets, or reads more than the row that it is asked of. */
function checkCondition(condition: string): void {
  if (readOnlyFault(`SELECT ${condition}`) !== null) throw new ConditionError(NOT_ONE);
  const foreign = foreignPart(condition);
  if (foreign !== null)
    throw new ConditionError(`It must not hold a ${foreign}: compare columns of instances with values.`);
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
 * Finds the ids of the instances that fulfil a condition over the columns of `final.instances`, written as SQL. It is run in a database of its
 * own that holds nothing but those columns and cannot reach files or settings. Throws `ConditionError`.
 */
async function matchingInstances(work: WorkDatabase, condition: string): Promise<string[]> {
  const stored = (await work.query('DESCRIBE final.instances')).map(
    (row) => [String(row['column_name']), String(row['column_type'])] as const,
  );
  const isField = (name: string): boolean => [null, name].includes(facetOfColumn(name));
  const fields = new Set(stored.map(([name]) => name).filter(isField));
  const columns = stored.map(([name, type]) => [shortName(name, fields), type] as const);
  const names = columns.map(([name]) => name);
  checkCondition(condition);
  return withMappingEngine(async (engine) => {
    const definition = columns.map(([name, type]) => `${identifier(name)} ${type}`).join(', ');
    const copy = await engine.appenderTo('instances', definition);
    for await (const chunk of work.stream('SELECT * FROM final.instances')) {
      for (let i = 0; i < (chunk[0]?.length ?? 0); i++)
        copy.add(chunk.map((column) => column[i] as string | number | null));
    }
    await copy.close();
    const rows = await engine
      .heavy(`SELECT instance FROM instances WHERE (\n${condition}\n)`)
      .catch((error: unknown) => Promise.reject(conditionError(error, names)));
    return rows.map(({ instance }) => String(instance));
  });
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
