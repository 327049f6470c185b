import fs from 'node:fs/promises';
import path from 'node:path';
import { ONE_BY_ONE } from '../../metrics/facts.ts';
import { scoreRunsInto } from '../../metrics/score.ts';
import type { Settings } from '../../metrics/settings.ts';
import type { Run } from '../../schema/records.ts';
import { createScores, type ScorePlace, withCodedNames } from '../../scoring/coded.ts';
import { literal, literals } from '../../sql/quote.ts';
import type { RecordDigests } from './digests.ts';
import type { KeptResults } from './kept.ts';
import { type MovedScores, movedScores, scoreCases } from './scored-cases.ts';
import type { WorkDatabase } from './work.ts';

/** Scores go into these tables of the working database. */
const TABLES: Readonly<Record<ScorePlace, string>> = { work: 'work.main.contributions', temp: 'temp.contributions' };

/** Selects a run's scores without its name; a metric is called by its own name, since its number belongs to a version of the code. */
const ROWS = 'instance, metric::VARCHAR AS metric, slice, num, den';

/** What runs said before some of their cases differed, after `chooseCases` of these. Other cases have the scores that they had. */
interface CasesChanged {
  readonly runs: readonly Run[];
  /** Places of the cases. */
  readonly cases: readonly number[];
  readonly digests: RecordDigests;
  /** What scores on these cases have become, by what stands for a run's scores now. */
  readonly moved: Map<string, MovedScores>;
}

export interface ScoresKept {
  readonly digests: RecordDigests;
  readonly kept: KeptResults;
  readonly scratch: string;
  /** Null where runs have to be scored whole. */
  readonly since: CasesChanged | null;
}

/** Keeps the scores of runs that were made. Gives their files. */
async function keepScores(
  work: WorkDatabase,
  table: string,
  {
    made,
    kept,
    folder,
  }: { readonly made: ReadonlyMap<string, string>; readonly kept: KeptResults; readonly folder: string },
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [run, key] of made) {
    const file = path.join(folder, `made-${files.size}.parquet`);
    await work.run(`COPY (SELECT ${ROWS} FROM ${table} WHERE run = ${literal(run)})
TO ${literal(file)} (FORMAT parquet, COMPRESSION lz4_raw)`);
    files.set(run, file);
    await kept.keep('scores', key, await fs.readFile(file));
  }
  return files;
}

/** Gives what stands for the scores of each run of one protocol. */
export function scoreKeys(
  runs: readonly Run[],
  settings: Settings,
  { shared, runs: digests }: RecordDigests,
): ReadonlyMap<string, string> {
  const alone = ONE_BY_ONE.includes(runs[0]?.protocol ?? '');
  const group = alone ? [] : runs.map(({ run }) => digests.get(run));
  return new Map(runs.map(({ run }) => [run, JSON.stringify([settings, shared, digests.get(run), group])]));
}

/** Holds what runs of one protocol are scored with. */
interface Scored extends ScoresKept {
  readonly settings: Settings;
  readonly table: string;
  readonly columns: string;
  /** A new folder for the files of their scores. */
  readonly folder: string;
}

/** Scores the runs of one protocol that have to be. Gives the files of their scores, and those of the kept scores of the others. */
async function scoreProtocol(
  work: WorkDatabase,
  runs: readonly Run[],
  { settings, table, columns, digests, kept, folder }: Scored,
): Promise<{ readonly kept: ReadonlyMap<string, string>; readonly made: ReadonlyMap<string, string> }> {
  const keys = scoreKeys(runs, settings, digests);
  await fs.mkdir(folder, { recursive: true });
  const found = new Map<string, string>();
  for (const [run, key] of keys) {
    const bytes = kept.find('scores', key);
    if (bytes === null) continue;
    const file = path.join(folder, `${found.size}.parquet`);
    await fs.writeFile(file, bytes);
    found.set(run, file);
  }
  const alone = ONE_BY_ONE.includes(runs[0]?.protocol ?? '');
  const used = alone || found.size === keys.size ? found : new Map<string, string>();
  const made = new Map([...keys].filter(([run]) => !used.has(run)));
  if (made.size === 0) return { kept: used, made: new Map() };
  await withCodedNames(work, { runs: `run IN (${literals([...made.keys()])})` }, () =>
    scoreRunsInto(work.heavy, settings, columns),
  );
  return { kept: used, made: await keepScores(work, table, { made, kept, folder }) };
}

/** Selects the scores in a file of `scoreProtocol`. */
export const scoresIn = (run: string, file: string): string =>
  `SELECT ${literal(run)} AS run, instance, metric, slice, num, den FROM read_parquet(${literal(file)})`;

/**
 * Scores these runs into a new table `contributions` at a place, each again only where its judgments, what all runs share or the settings have
 * changed: a run's scores depend on nothing of other runs.
 */
export async function keptScores(
  work: WorkDatabase,
  { runs, settings, place }: { readonly runs: readonly Run[]; readonly settings: Settings; readonly place: ScorePlace },
  known: ScoresKept,
): Promise<void> {
  const table = TABLES[place];
  const columns = await createScores(work, place);
  const folder = path.join(known.scratch, 'scores');
  for (const own of Map.groupBy(runs, ({ protocol }) => protocol).values()) {
    const { kept } = await scoreProtocol(work, own, { ...known, settings, table, columns, folder });
    for (const [run, file] of kept)
      await work.run(`INSERT INTO ${table} (run, instance, metric, slice, num, den) ${scoresIn(run, file)}`);
    await fs.rm(folder, { recursive: true });
  }
}

/** The scores of one run, to be made of those that it had. */
interface ScoresMoved {
  readonly run: Run;
  readonly settings: Settings;
  readonly folder: string;
  /** What stood for its scores, and what stands for them now. */
  readonly was: string;
  readonly key: string;
}

/** Makes the scores of a run of those that it had, by the cases that differ alone, and keeps them; where rows would have to move nothing is kept. */
async function moveScores(
  work: WorkDatabase,
  { run, settings, folder, was, key }: ScoresMoved,
  { kept, since }: Pick<ScoresKept, 'kept'> & { readonly since: CasesChanged },
): Promise<void> {
  const bytes = kept.find('scores', was);
  if (bytes === null) return;
  const { cases, moved: all } = since;
  await fs.mkdir(folder, { recursive: true });
  const [before, file] = ['before', 'moved'].map((name) => path.join(folder, `${name}.parquet`)) as [string, string];
  await fs.writeFile(before, bytes);
  await scoreCases(work, { runs: [run], cases, settings });
  const old = `SELECT file_row_number AS spot, * FROM read_parquet(${literal(before)}, file_row_number = true)`;
  const moved = await movedScores(work, {
    name: `moved_${all.size}`,
    rows: `SELECT ${literal(run.run)} AS run, * FROM (${old}) WHERE instance IN (${cases.join(', ')})`,
    now: 'SELECT * REPLACE (run::VARCHAR AS run, metric::VARCHAR AS metric) FROM temp.contributions',
  });
  await work.run('DROP TABLE temp.contributions');
  if (moved !== null) {
    // The join leaves the rows in their order.
    await work.run(`COPY (SELECT old.instance, old.metric, old.slice, coalesce(moved.num, old.num) AS num, coalesce(moved.den, old.den) AS den
FROM (${old}) AS old LEFT JOIN ${moved.table} AS moved USING (spot))
TO ${literal(file)} (FORMAT parquet, COMPRESSION lz4_raw)`);
    await kept.keep('scores', key, await fs.readFile(file));
    all.set(key, moved);
  }
  await fs.rm(folder, { recursive: true });
}

/** Keeps the scores of changed runs that follow from those that they had. */
async function moveAll(
  work: WorkDatabase,
  { runs, settings, folder }: { readonly runs: readonly Run[]; readonly settings: Settings; readonly folder: string },
  { digests, kept, since }: ScoresKept,
): Promise<void> {
  if (since === null) return;
  const own = runs.filter(({ run }) => since.runs.some((one) => one.run === run));
  const [before, now] = [since.digests, digests].map((all) => scoreKeys(own, settings, all));
  for (const run of own) {
    const [was, key] = [before?.get(run.run), now?.get(run.run)];
    if (was === undefined || key === undefined || kept.find('scores', key) !== null) continue;
    await moveScores(work, { run, settings, folder, was, key }, { kept, since });
  }
}

/** Gives files of the scores of runs of one protocol, in a new folder, each made again only as by `keptScores`. */
export async function scoreFiles(
  work: WorkDatabase,
  { runs, settings, folder }: { readonly runs: readonly Run[]; readonly settings: Settings; readonly folder: string },
  known: ScoresKept,
): Promise<ReadonlyMap<string, string>> {
  await moveAll(work, { runs, settings, folder }, known);
  const columns = await createScores(work, 'temp');
  const { kept, made } = await scoreProtocol(work, runs, { ...known, settings, table: TABLES.temp, columns, folder });
  await work.run(`DROP TABLE ${TABLES.temp}`);
  return new Map([...kept, ...made]);
}
