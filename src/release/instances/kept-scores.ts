import fs from 'node:fs/promises';
import path from 'node:path';
import { scoreRunsInto } from '../../metrics/score.ts';
import type { Settings } from '../../metrics/settings.ts';
import type { Run } from '../../schema/records.ts';
import { createScores, type ScorePlace, withCodedNames } from '../../scoring/coded.ts';
import { literal, literals } from '../../sql/quote.ts';
import type { RecordDigests } from './digests.ts';
import type { KeptResults } from './kept.ts';
import type { WorkDatabase } from './work.ts';

/** Scores go into these tables of the working database. */
const TABLES: Readonly<Record<ScorePlace, string>> = { work: 'work.main.contributions', temp: 'temp.contributions' };

/** Selects a run's scores without its name; a metric is called by its own name, since its number belongs to a version of the code. */
const ROWS = 'instance, metric::VARCHAR AS metric, slice, num, den';

export interface ScoresKept {
  readonly digests: RecordDigests;
  readonly kept: KeptResults;
  readonly scratch: string;
}

/** Keeps the scores of runs that were made. One statement writes them all, each into a folder of its own. */
async function keepScores(
  work: WorkDatabase,
  table: string,
  {
    made,
    kept,
    scratch,
  }: { readonly made: ReadonlyMap<string, string>; readonly kept: KeptResults; readonly scratch: string },
): Promise<void> {
  const folder = path.join(scratch, 'scores');
  const numbers = [...made.keys()].map((run, i) => `WHEN ${literal(run)} THEN ${i}`).join(' ');
  await work.run(`COPY (SELECT ${ROWS}, CASE run::VARCHAR ${numbers} END AS part FROM ${table}
  WHERE run IN (${literals([...made.keys()])}))
TO ${literal(folder)} (FORMAT parquet, COMPRESSION lz4_raw, PARTITION_BY (part))`);
  for (const [i, key] of [...made.values()].entries()) {
    const own = path.join(folder, `part=${i}`);
    // A run without a score has no folder; nothing is kept of it, and it is scored again.
    const [file] = await fs.readdir(own).catch(() => []);
    if (file !== undefined) await kept.keep('scores', key, await fs.readFile(path.join(own, file)));
  }
  await fs.rm(folder, { recursive: true, force: true });
}

/**
 * Protocols whose scores are counts, or quotients of counts, of single answers: those of one run are the same to the last bit whichever runs are
 * scored beside it. Others hold variances, which depend on the order of rows, so their runs are scored together.
 */
export const ONE_BY_ONE: readonly string[] = ['pairwise', 'critique'];

interface Scored extends ScoresKept {
  readonly settings: Settings;
  readonly table: string;
  readonly columns: string;
}

/** Scores the runs of one protocol that have to be, and adds the kept scores of the others. */
async function scoreProtocol(
  work: WorkDatabase,
  runs: readonly Run[],
  { settings, table, columns, digests, kept, scratch }: Scored,
): Promise<void> {
  const alone = ONE_BY_ONE.includes(runs[0]?.protocol ?? '');
  const group = alone ? [] : runs.map(({ run }) => digests.runs.get(run));
  const keys = new Map(
    runs.map(({ run }) => [run, JSON.stringify([settings, digests.shared, digests.runs.get(run), group])]),
  );
  const found: (readonly [run: string, file: string])[] = [];
  for (const [run, key] of keys) {
    const bytes = kept.find('scores', key);
    if (bytes === null) continue;
    const file = path.join(scratch, `scores-${found.length}.parquet`);
    await fs.writeFile(file, bytes);
    found.push([run, file]);
  }
  const used = alone || found.length === keys.size ? found : [];
  const there = new Set(used.map(([run]) => run));
  const made = new Map([...keys].filter(([run]) => !there.has(run)));
  if (made.size > 0) {
    await withCodedNames(work, `run IN (${literals([...made.keys()])})`, () =>
      scoreRunsInto(work.heavy, settings, columns),
    );
    await keepScores(work, table, { made, kept, scratch });
  }
  for (const [run, file] of used)
    await work.run(`INSERT INTO ${table} (run, instance, metric, slice, num, den)
SELECT ${literal(run)}, * FROM read_parquet(${literal(file)})`);
  for (const [, file] of found) await fs.rm(file);
}

/**
 * Scores these runs into a new table `contributions` at a place, each again only where its judgments, what all runs share or the settings have
 * changed: a run's scores depend on nothing of other runs.
 */
export async function keptScores(
  work: WorkDatabase,
  { runs, settings, place }: { readonly runs: readonly Run[]; readonly settings: Settings; readonly place: ScorePlace },
  known: ScoresKept,
): Promise<void> {
  const columns = await createScores(work, place);
  for (const own of Map.groupBy(runs, ({ protocol }) => protocol).values())
    await scoreProtocol(work, own, { ...known, settings, table: TABLES[place], columns });
}
