import type { Judge } from '../../schema/judge.ts';
import { RECORD_TABLES } from '../../schema/records.ts';
import { JUDGES_TABLE } from '../../schema/release.ts';
import { bucketOf, type CaseText, searchWordsOf } from '../../schema/release-paths.ts';
import type { StoredCase } from '../../schema/stored-case.ts';
import {
  caseLines,
  lineAnswers,
  rankTexts,
  readNames,
  SAID_COLUMNS,
  StoredCaseText,
  type TextRow,
  textsSql,
} from '../../scoring/case-texts.ts';
import { addCaseScores, judgeRow } from '../../scoring/narrow.ts';
import { number, text, type Work } from '../../sql/query.ts';
import { attachInMemory, definedColumns, identifier, literal, literalRows } from '../../sql/quote.ts';
import { OWN_PREFIX } from './standing.ts';

const CATALOGS = 'own_cases_';

/** The catalogs of a result by its number: `cases` is read like the database of a benchmark, and rests on copies of what was made in scoring. */
export const ownCatalogs = (result: number) => {
  const cases = `${CATALOGS}${result}`;
  return { cases, final: `${cases}_final`, work: `${cases}_work` };
};

export interface OwnCases {
  readonly result: number;
  /** The catalog of the release; null where it has no cases of the benchmark. */
  readonly catalog: string | null;
}

const own = (column: string): string =>
  column === 'run' || column === 'judge' ? `${literal(OWN_PREFIX)} || ${column} AS ${column}` : identifier(column);

const columnsOf = (table: keyof typeof RECORD_TABLES): readonly string[] =>
  definedColumns(RECORD_TABLES[table]).map(({ name }) => name);

/** The setting of an own run; of runs of one judge in one setting each is told from the others by its name, too. */
const VARIANT = `CASE WHEN count(*) OVER (PARTITION BY judge, protocol, variant) = 1 THEN variant WHEN variant = '' THEN 'run ' || run ELSE variant || ', run ' || run END AS variant`;

function united(table: 'runs' | 'judgments' | 'contributions' | 'run_gold', { result, catalog }: OwnCases): string {
  const { cases, final } = ownCatalogs(result);
  const columns = columnsOf(table).map((column) => (table === 'runs' && column === 'variant' ? VARIANT : own(column)));
  const mine = `SELECT ${columns.join(', ')} FROM ${final}.main.${table}`;
  if (catalog === null) return mine;
  const same = table === 'runs' ? '' : ` WHERE instance IN (SELECT instance FROM ${cases}.main.instances)`;
  return `${mine} UNION ALL SELECT ${columnsOf(table).map(identifier).join(', ')} FROM ${identifier(catalog)}.main.${table}${same}`;
}

async function judgeRows(work: Work, judges: readonly Judge[]): Promise<string> {
  const known = new Map(judges.map((judge) => [judge.id, judge]));
  const mine = (await work.query('SELECT DISTINCT judge FROM final.main.runs ORDER BY judge')).map((one) => {
    const id = text(one, 'judge');
    const judge = known.get(id);
    return judgeRow({ ...judge, id: `${OWN_PREFIX}${id}`, name: `${judge?.name ?? id} (yours)` });
  });
  return literalRows([...mine, ...judges.map(judgeRow)]);
}

export async function dropOwnCases(work: Work): Promise<void> {
  await work.run('USE memory');
  const all = await work.query(
    `SELECT database_name AS name FROM duckdb_databases() WHERE starts_with(name, '${CATALOGS}')`,
  );
  for (const row of all) await work.run(`DETACH DATABASE ${text(row, 'name')}`);
}

/** Shows what was scored last as a benchmark's database: the cases that own runs were asked about, own runs before the release's. It stays, whatever is scored next. */
export async function showOwnCases(work: Work, of: OwnCases & { readonly judges: readonly Judge[] }): Promise<void> {
  const { cases, ...copied } = ownCatalogs(of.result);
  await work.run('USE work');
  await rankTexts(work);
  await addCaseScores(work);
  await work.run('USE memory');
  for (const from of ['work', 'final'] as const) {
    await work.run(`DETACH DATABASE IF EXISTS ${copied[from]}`);
    await work.run(attachInMemory(copied[from]));
    await work.query(`COPY FROM DATABASE ${from} TO ${copied[from]}`);
  }
  await work.run(`DETACH DATABASE IF EXISTS ${cases}`);
  await work.run(attachInMemory(cases));
  await work.run(`CREATE TABLE ${cases}.main.instances AS
SELECT * FROM ${copied.final}.main.instances WHERE instance IN (SELECT instance FROM ${copied.final}.main.judgments) ORDER BY rowid`);
  await work.run(`CREATE TABLE ${cases}.main.runs AS ${united('runs', of)}`);
  await work.run(`CREATE TABLE ${cases}.main.judges (${JUDGES_TABLE})`);
  await work.run(`INSERT INTO ${cases}.main.judges VALUES ${await judgeRows(work, of.judges)}`);
  for (const table of ['judgments', 'contributions', 'run_gold'] as const)
    await work.run(`CREATE VIEW ${cases}.main.${table} AS ${united(table, of)}`);
  for (const table of ['responses', 'gold'] as const)
    await work.run(
      `CREATE VIEW ${cases}.main.${table} AS SELECT ${columnsOf(table).join(', ')} FROM ${copied.final}.main.${table}`,
    );
}

/** Columns of `textsSql`, in the order of `TextRow`. */
const TEXT_COLUMNS = 'ordinal kind run label response score cost tokens raw_at length text'.split(' ');

type StoredMedia = NonNullable<StoredCase['media']>;

/** Pictures are named and never requested: they lie on the visitor's disk, and their names stay private. */
const unasked = (media: StoredMedia): StoredMedia => media.map((one) => ({ ...one, src: null }));

function named({ media, judgments, contributions, own_gold, ...rest }: StoredCase): StoredCase {
  const renamed = <T extends { readonly run: string }>(rows: readonly T[] = []): T[] =>
    rows.map((row) => ({ ...row, run: `${OWN_PREFIX}${row.run}` }));
  return {
    ...rest,
    media: unasked(media ?? []),
    judgments: renamed(judgments),
    contributions: renamed(contributions),
    own_gold: renamed(own_gold),
  };
}

export interface OwnCaseTexts {
  readonly own: StoredCase;
  readonly released: boolean;
}

/** Gives those of the cases that own files have, with what they say of them, and whether the release has them. `showOwnCases` comes first. */
export async function ownCaseTexts(
  work: Work,
  { result, catalog, ids }: OwnCases & { readonly ids: readonly string[] },
): Promise<readonly OwnCaseTexts[]> {
  await work.run(`USE ${ownCatalogs(result).work}`);
  const names = await readNames(work);
  const wanted = `FROM positions WHERE id IN (${ids.map(literal).join(', ')})`;
  const rows = await work.query(textsSql(`SELECT instance, ordinal ${wanted}`));
  const cases = new Map<number, StoredCaseText>();
  for (const row of rows) {
    const found = TEXT_COLUMNS.map((column) => row[column]) as unknown as TextRow;
    const at = cases.get(found[0]) ?? new StoredCaseText();
    cases.set(found[0], at);
    at.take(found, names);
  }
  const shared =
    catalog === null
      ? []
      : await work.query(
          `SELECT instance FROM ${identifier(catalog)}.main.instances WHERE instance IN (SELECT id ${wanted})`,
        );
  const released = new Set(shared.map((row) => text(row, 'instance')));
  return [...cases.values()].map((made) => {
    // The builder writes cases in their stored form.
    const own = named(JSON.parse(made.parts().join('')) as StoredCase);
    return { own, released: released.has(own.instance) };
  });
}

/** Selects (instance, ordinal): own cases by their number in the working database, and their places in the list. */
const placedSql = (result: number): string => `SELECT positions.instance AS instance, listed.rowid AS ordinal
FROM positions JOIN ${ownCatalogs(result).cases}.main.instances AS listed ON listed.instance = positions.id`;

export interface LinesAsk extends OwnCases {
  /** Places in the table `instances` of own cases. */
  readonly places: readonly number[];
  /** Own runs under the names that their files give them, in the order of the list's choices. */
  readonly runs: readonly string[];
}

export interface OwnLine {
  readonly line: CaseText;
  /** Where the release has the case in its own table; null where it has not. */
  readonly released: number | null;
}

/** Gives what a list says of own cases, by their places. `showOwnCases` comes first. */
export async function ownLines(
  work: Work,
  { result, places, runs, catalog }: LinesAsk,
): Promise<ReadonlyMap<number, OwnLine>> {
  const { cases, work: texts } = ownCatalogs(result);
  await work.run(`USE ${texts}`);
  const wanted = `listed.rowid IN (${places.map(Number).join(', ')})`;
  const shared =
    catalog === null
      ? []
      : await work.query(`SELECT listed.rowid::DOUBLE AS place, known.rowid::DOUBLE AS released
FROM ${cases}.main.instances AS listed JOIN ${identifier(catalog)}.main.instances AS known USING (instance) WHERE ${wanted}`);
  const released = new Map(shared.map((row) => [number(row, 'place'), number(row, 'released')]));
  const listed = `${placedSql(result)} WHERE ${wanted}`;
  const said = await lineAnswers(work, listed);
  await work.run(`CREATE OR REPLACE TEMP TABLE said (${SAID_COLUMNS})`);
  if (said.length > 0) await work.run(`INSERT INTO temp.said VALUES ${literalRows(said)}`);
  const lines = await caseLines(work, listed, runs);
  return new Map([...lines].map(([place, { line }]) => [place, { line, released: released.get(place) ?? null }]));
}

const REASONS_AT_ONCE = 10_000;

export const OWN_BUCKETS = 16;

/** Places of own cases by the words in their reasons, ascending. */
export type OwnWords = ReadonlyMap<string, readonly number[]>;

async function wordsBetween(work: Work, result: number, [from, to]: readonly [from: number, to: number]) {
  await work.run(`USE ${ownCatalogs(result).work}`);
  const rows = await work.query(`SELECT ordinal::DOUBLE AS place, raw_at, text
FROM judgments JOIN (${placedSql(result)} WHERE listed.rowid >= ${from} AND listed.rowid < ${to}) USING (instance)
  JOIN (SELECT ordinal AS run FROM runs) USING (run)
WHERE raw_at <> 0 AND text <> '' ORDER BY place`);
  return [...Map.groupBy(rows, (row) => number(row, 'place'))].map(([place, own]) => {
    // A text holds the raw output after the reason.
    const reasonOf = (said: string, rawAt: number): string => (rawAt < 0 ? said : said.slice(0, rawAt));
    return [
      place,
      new Set(own.flatMap((row) => searchWordsOf(reasonOf(text(row, 'text'), number(row, 'raw_at'))))),
    ] as const;
  });
}

export type InTurn = <T>(use: (work: Work) => Promise<T>) => Promise<T>;

/** Reads the words in reasons of own runs; others have the engine in between. `showOwnCases` comes first. */
export async function readOwnWords(inTurn: InTurn, result: number): Promise<OwnWords> {
  const { cases, work: texts } = ownCatalogs(result);
  const counts = await inTurn((work) =>
    work.row(`SELECT (SELECT count(*) FROM ${texts}.main.judgments)::DOUBLE AS judgments,
  (SELECT count(*) FROM ${cases}.main.instances)::DOUBLE AS cases`),
  );
  const total = number(counts, 'cases');
  const step = Math.max(1, Math.floor((REASONS_AT_ONCE * total) / Math.max(1, number(counts, 'judgments'))));
  const found = new Map<string, number[]>();
  for (let from = 0; from < total; from += step)
    for (const [place, words] of await inTurn((work) => wordsBetween(work, result, [from, from + step])))
      for (const word of words) {
        const places = found.get(word);
        if (places === undefined) found.set(word, [place]);
        else places.push(place);
      }
  return found;
}

/** Gives a bucket of the index of words, as the release has it: places as gaps between them. */
export const ownBucket = (words: OwnWords, bucket: number): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    [...words]
      .filter(([word]) => bucketOf(word, OWN_BUCKETS) === bucket)
      .map(([word, places]) => [word, places.map((place, i) => place - (places[i - 1] ?? 0))]),
  );
