import type { Run } from '../../schema/records.ts';
import { literals } from '../../sql/quote.ts';
import type { WorkDatabase } from './work.ts';

/** Tables that have rows of runs; scores that are under way lie in a `contributions` of their own, which is left as it is. */
export const RECORDS_OF_RUNS = ['runs', 'judgments'] as const;
export const TABLES_OF_RUNS = [...RECORDS_OF_RUNS, 'contributions'] as const;

/** Shows `use` these tables of `final` with the rows of some runs alone, so that what it finds cannot depend on others. */
export async function withRunsAlone<T>(
  work: WorkDatabase,
  { runs, tables }: { readonly runs: readonly Run[]; readonly tables: readonly string[] },
  use: () => Promise<T>,
): Promise<T> {
  const names = literals(runs.map(({ run }) => run));
  for (const table of tables)
    await work.run(`CREATE TEMP VIEW ${table} AS SELECT * FROM final.main.${table} WHERE run IN (${names})`);
  try {
    return await use();
  } finally {
    for (const table of tables) await work.run(`DROP VIEW temp.${table}`);
  }
}
