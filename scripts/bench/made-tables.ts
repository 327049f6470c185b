import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { storeCaseSummary, summarisedBy } from '../../src/cases/case-summary.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import { WorkDatabase } from '../../src/release/instances/work.ts';
import { Judge } from '../../src/schema/judge.ts';
import { buildNarrowTables, closeFinal, scoreRuns, storeJudges, storeScores } from '../../src/scoring/narrow.ts';
import { Staging } from '../../src/scoring/staging.ts';

const ABOUT = { organisation: 'none', family: 'none', access: 'program', thinking: 'never' };

/** Writes SQL for pseudo-random numbers from 0 to 999, the same for the same arguments. */
export const chance = (...of: readonly (string | number)[]): string => `(hash(${of.join(', ')}) % 1000)::INTEGER`;

/** Made-up records in place of records that are read. */
export interface MadeTables {
  /** Statements that fill the working database as reading records would. */
  readonly statements: readonly string[];
  /** Columns of `instances` that are facets. */
  readonly facets: readonly string[];
  readonly judges: readonly string[];
}

/**
 * Writes the database of a benchmark from made-up records: put into the build's working database by SQL, since reading so many takes
 * too long, and from there on stored and scored by the build itself. `folder`: for what it works with.
 */
export async function writeTables(file: string, made: MadeTables, folder: string): Promise<void> {
  await rm(file, { force: true });
  const scratch = await mkdtemp(path.join(folder, 'work-'));
  const work = await WorkDatabase.open(scratch);
  try {
    await (await Staging.create(work, { voted: false })).close([]);
    for (const sql of made.statements) await work.run(sql);
    await buildNarrowTables(work, file, made.facets);
    await storeJudges(work, new Map(made.judges.map((id) => [id, Judge.parse({ id, name: id, ...ABOUT })])));
    await scoreRuns(work, OFFICIAL_SETTINGS);
    await storeScores(work);
    await storeCaseSummary(work.query, await summarisedBy(work.query));
    await closeFinal(work);
  } finally {
    work.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
