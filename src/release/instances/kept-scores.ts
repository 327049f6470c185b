import fs from 'node:fs/promises';
import path from 'node:path';
import { score } from '../../metrics/score.ts';
import type { Settings } from '../../metrics/settings.ts';
import type { Run } from '../../schema/records.ts';
import { createScores, type ScorePlace, withCodedNames } from '../../scoring/coded.ts';
import { literal, literals } from '../../sql/quote.ts';
import type { RecordDigests } from './digests.ts';
import type { KeptResults } from './kept.ts';
import type { WorkDatabase } from './work.ts';

/** Where scores go in the working database. */
const TABLES: Readonly<Record<ScorePlace, string>> = { work: 'work.main.contributions', temp: 'temp.contributions' };

/** A run's scores without its name; a metric is called by its own, since its number belongs to a version of the code. */
const ROWS = 'instance, metric::VARCHAR AS metric, slice, num, den';

/** What scores are kept with. */
export interface ScoresKept {
  readonly digests: RecordDigests;
  readonly kept: KeptResults;
  /** A folder to work in. */
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
  await work.run(`COPY (SELECT ${ROWS}, CASE run::VARCHAR ${numbers} END AS part FROM ${table})
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
 * Scores these runs into a new table `contributions` at a place, each again only where its judgments, what all runs share or the settings have
 * changed: a run's scores depend on nothing of other runs.
 */
export async function keptScores(
  work: WorkDatabase,
  { runs, settings, place }: { readonly runs: readonly Run[]; readonly settings: Settings; readonly place: ScorePlace },
  { digests, kept, scratch }: ScoresKept,
): Promise<void> {
  const columns = await createScores(work, place);
  const table = TABLES[place];
  const found: (readonly [run: string, file: string])[] = [];
  const made = new Map<string, string>();
  for (const [i, { run }] of runs.entries()) {
    const key = JSON.stringify([settings, digests.shared, digests.runs.get(run)]);
    const bytes = await kept.find('scores', key);
    if (bytes === null) made.set(run, key);
    else {
      const file = path.join(scratch, `scores-${i}.parquet`);
      await fs.writeFile(file, bytes);
      found.push([run, file]);
    }
  }
  if (made.size > 0) {
    await withCodedNames(work, `run IN (${literals([...made.keys()])})`, () => score(work.heavy, settings, columns));
    await keepScores(work, table, { made, kept, scratch });
  }
  for (const [run, file] of found) {
    await work.run(`INSERT INTO ${table} (run, instance, metric, slice, num, den)
SELECT ${literal(run)}, * FROM read_parquet(${literal(file)})`);
    await fs.rm(file);
  }
}
