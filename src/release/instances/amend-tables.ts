import { ONE_BY_ONE } from '../../metrics/facts.ts';
import { OFFICIAL_SETTINGS } from '../../metrics/settings.ts';
import type { Run } from '../../schema/records.ts';
import { codedJudgments, withNamedOnce } from '../../scoring/narrow.ts';
import { number } from '../../sql/query.ts';
import { identifier, literal, literals } from '../../sql/quote.ts';
import { type RecordDigests, recordDigests } from './digests.ts';
import type { KeptResults } from './kept.ts';
import { keptScores, type ScoresKept, scoreKeys } from './kept-scores.ts';
import { JUDGED_OTHERWISE } from './runs-read.ts';
import { chooseCases, movedScores, scoreCases } from './scored-cases.ts';
import type { WorkDatabase } from './work.ts';

/** Cases from which on the tables are made anew. */
const MANY = 1000;

/** Columns by which rows of judgments are told apart and sorted, and the others. */
const KEYS = ['run', 'instance', 'response', 'criterion', 'stage', 'condition', 'critique_judge', 'repeat', 'order'];
const SAID = ['verdict', 'score', 'parse', 'length', 'cost', 'tokens', 'lenient'];

interface AmendWith {
  /** The file of `final` as it was kept. */
  readonly database: string;
  readonly runs: ReadonlyMap<number, Run>;
  readonly attributes: readonly string[];
  /** Numbers of the runs whose judgments are others, which stand in the working database. */
  readonly changed: readonly number[];
  /** Those of the kept tables. */
  readonly digests: RecordDigests;
  readonly kept: KeptResults;
  readonly scratch: string;
}

/** Describes the amended tables: what scores are kept with, and the places of the cases that differ. */
interface Amended {
  readonly known: ScoresKept;
  readonly cases: readonly number[];
}

/** Writes SQL for the instances whose rows differ between two tables, by sums of hashes of the rows. */
function differing(one: string, other: string): string {
  const sums = (rows: string): string =>
    `(SELECT instance, sum(hash(rows)) AS first, sum(hash(rows, 1)) AS second FROM (${rows}) AS rows GROUP BY instance)`;
  return `SELECT instance FROM ${sums(one)} AS one FULL JOIN ${sums(other)} AS other USING (instance)
WHERE one.first IS DISTINCT FROM other.first OR one.second IS DISTINCT FROM other.second`;
}

/** Lists the places of the cases of which changed runs say something else than before, texts included. */
async function judgedOtherwise({ query }: WorkDatabase): Promise<readonly number[]> {
  const rows = await query(
    `SELECT DISTINCT ordinal FROM work.main.positions JOIN ${JUDGED_OTHERWISE} USING (instance) ORDER BY ordinal`,
  );
  return rows.map((row) => number(row, 'ordinal'));
}

/** What became of judgments that were to be overwritten. */
interface Overwritten {
  /** They have rows of the same names as before; else nothing was changed, since others would have to move. */
  readonly inPlace: boolean;
  /** One of them came to be missing, or is there after all: scores on other cases may depend on it. */
  readonly appeared: boolean;
}

/** Overwrites the judgments of changed runs on some cases. */
async function amendJudgments(
  work: WorkDatabase,
  { runs, cases }: { readonly runs: readonly string[]; readonly cases: readonly number[] },
): Promise<Overwritten> {
  const own = (run: string, instance: string): string =>
    `${run} IN (${literals(runs)}) AND ${instance} IN (${cases.join(', ')})`;
  await work.run(`SET search_path = 'work.main,final.stored'`);
  await work.run('CREATE OR REPLACE TEMP TABLE judged AS FROM final.stored.judgments LIMIT 0');
  await withNamedOnce(work, () =>
    work.run(`INSERT INTO temp.judged ${codedJudgments(own('runs.run', 'positions.ordinal'))}`),
  );
  await work.run(`CREATE OR REPLACE TEMP TABLE judged_at AS SELECT *, (row_number() OVER (ORDER BY spot) - 1) AS place
FROM (SELECT rowid AS spot, * FROM final.stored.judgments WHERE ${own('run', 'instance')})`);
  const differs = (column: string): string =>
    `judged.${identifier(column)} IS DISTINCT FROM judged_at.${identifier(column)}`;
  const others =
    await work.row(`SELECT count_if((judged.parse = 'missing') <> (judged_at.parse = 'missing'))::DOUBLE AS appeared, count_if(${KEYS.map(differs).join(' OR ')})::DOUBLE AS n,
  ${SAID.map((column) => `count_if(${differs(column)})::DOUBLE AS ${identifier(column)}`).join(', ')}
FROM temp.judged FULL JOIN temp.judged_at ON judged.rowid = judged_at.place`);
  const inPlace = others['n'] === 0;
  // Unchanged columns are not written again.
  const values = SAID.filter((column) => others[column] !== 0).map(
    (name) => `${identifier(name)} = said.${identifier(name)}`,
  );
  if (inPlace && values.length > 0)
    await work.run(`UPDATE final.stored.judgments AS old SET ${values.join(', ')}
FROM (SELECT spot, judged.* FROM temp.judged JOIN temp.judged_at ON judged.rowid = judged_at.place) AS said WHERE old.rowid = said.spot`);
  for (const table of ['judged', 'judged_at']) await work.run(`DROP TABLE temp.${table}`);
  return { inPlace, appeared: others['appeared'] !== 0 };
}

/** Runs whose scores a change of some can change. */
function rescored(runs: ReadonlyMap<number, Run>, changed: readonly number[]): readonly Run[] {
  const own = changed.flatMap((source) => runs.get(source) ?? []);
  const together = new Set(own.map(({ protocol }) => protocol).filter((protocol) => !ONE_BY_ONE.includes(protocol)));
  return [...runs.values()].filter((run) => own.includes(run) || together.has(run.protocol));
}

/** Finds the cases on which `temp.contributions` has other scores than are stored. */
async function scoredOtherwise(work: WorkDatabase, official: string): Promise<readonly number[]> {
  const rows = (from: string): string => `SELECT run, instance, metric, slice, num, den FROM ${from}`;
  const found = await work.query(`${differing(rows('temp.contributions'), rows(`(${official})`))} ORDER BY instance`);
  return found.map((row) => number(row, 'instance'));
}

/**
 * Scores runs again and overwrites what differs: on the cases of `since` alone, on all where it is null. Gives the places of the cases; null where
 * other rows would have to move.
 */
async function amendScores(
  work: WorkDatabase,
  runs: readonly Run[],
  known: ScoresKept,
): Promise<readonly number[] | null> {
  const { since } = known;
  const settings = OFFICIAL_SETTINGS;
  if (since === null) await keptScores(work, { runs, settings, place: 'temp' }, known);
  else await scoreCases(work, { runs, cases: since.cases, settings });
  const official = `SELECT rowid AS spot, * REPLACE (slice::VARCHAR AS slice) FROM final.stored.contributions
WHERE run IN (${literals(runs.map(({ run }) => run))})`;
  const cases = since?.cases ?? (await scoredOtherwise(work, official));
  const own = `instance IN (${[-1, ...cases].join(', ')})`;
  const moved = await movedScores(work, {
    name: 'official_moved',
    rows: `${official} AND ${own}`,
    now: `FROM temp.contributions WHERE ${own}`,
  });
  await work.run('DROP TABLE temp.contributions');
  if (moved === null) return null;
  await work.run(`UPDATE final.stored.contributions AS old SET num = moved.num, den = moved.den
FROM ${moved.table} AS moved WHERE old.rowid = moved.spot`);
  if (since !== null)
    for (const key of scoreKeys(since.runs, settings, known.digests).values()) since.moved.set(key, moved);
  return cases;
}

async function amended(
  work: WorkDatabase,
  { runs, attributes, changed, digests, kept, scratch }: AmendWith,
): Promise<Amended | null> {
  const judged = await judgedOtherwise(work);
  const own = changed.flatMap((source) => runs.get(source) ?? []);
  const names = own.map(({ run }) => run);
  // A run that is not among them has an unknown judge.
  if (judged.length > MANY || names.length < changed.length) return null;
  const overwritten = judged.length > 0 ? await amendJudgments(work, { runs: names, cases: judged }) : null;
  if (overwritten?.inPlace === false) return null;
  const isAlone = overwritten?.appeared === false && own.every(({ protocol }) => ONE_BY_ONE.includes(protocol));
  const since = isAlone ? { runs: own, cases: judged, digests, moved: new Map() } : null;
  if (since !== null) await chooseCases(work, { ...since, attributes });
  const known = { digests: await recordDigests(work.query, { digests, runs: names }), kept, scratch, since };
  const scored = judged.length === 0 ? [] : await amendScores(work, rescored(runs, changed), known);
  return scored === null ? null : { known, cases: [...new Set([...judged, ...scored])].sort((a, b) => a - b) };
}

/**
 * Updates kept narrow tables and scores row by row after some runs' judgments changed: answers may differ, none may be added or removed.
 * Null where more than that has changed, or too much; then `final` is not attached and its file must not be used. Otherwise `final` is the
 * current database.
 */
export async function amendTables(work: WorkDatabase, parts: AmendWith): Promise<Amended | null> {
  await work.run(`ATTACH ${literal(parts.database)} AS final`);
  const found = await amended(work, parts);
  if (found !== null) {
    await work.run('USE final');
    return found;
  }
  await work.run('USE work');
  await work.run('DETACH final');
  return null;
}
