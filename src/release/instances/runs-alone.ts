import type { Run } from '../../schema/records.ts';
import { CODED_FIRST } from '../../scoring/coded.ts';
import { literal, literals } from '../../sql/quote.ts';
import type { WorkDatabase } from './work.ts';

/** Runs that are looked at alone; `split`: on its cases alone, on all where it is null. */
export interface Alone {
  readonly runs: readonly Run[];
  readonly split: string | null;
}

/** The scores by the official rules stand in this table. */
export const OFFICIAL_SCORES = 'final.stored.contributions';

/** Writes SQL for the rows of a stored table, or of a query like one, that belong to these runs and cases. */
export function rowsAlone(table: string, { runs, split }: Alone): string {
  const own = `SELECT * FROM ${table} WHERE run IN (${literals(runs.map(({ run }) => run))})`;
  return split === null
    ? own
    : `${own} AND instance IN (SELECT rowid FROM final.main.instances WHERE split = ${literal(split)})`;
}

/**
 * Shows `use` the coded tables under their plain names, with the rows of some runs and cases alone, so that what it finds cannot depend on others.
 * `final` is the current database afterwards.
 */
export async function withRunsAlone<T>(work: WorkDatabase, alone: Alone, use: () => Promise<T>): Promise<T> {
  await work.run(CODED_FIRST);
  const runs = `SELECT * REPLACE (run::run AS run) FROM final.main.runs WHERE run IN (${literals(alone.runs.map(({ run }) => run))})`;
  const instances = 'SELECT * REPLACE (rowid::INTEGER AS instance) FROM final.main.instances';
  await work.run(`CREATE OR REPLACE TEMP TABLE runs AS ${runs}`);
  await work.run(`CREATE OR REPLACE TEMP TABLE instances AS ${instances}`);
  await work.run(`CREATE OR REPLACE TEMP VIEW judgments AS ${rowsAlone('final.stored.judgments', alone)}`);
  await work.run(`CREATE OR REPLACE TEMP VIEW contributions AS ${rowsAlone(OFFICIAL_SCORES, alone)}`);
  try {
    return await use();
  } finally {
    for (const name of ['VIEW contributions', 'VIEW judgments', 'TABLE instances', 'TABLE runs'])
      await work.run(`DROP ${name.replace(' ', ' temp.')}`);
    await work.run('USE final');
  }
}
