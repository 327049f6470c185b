import type { Run } from '../../schema/records.ts';
import { shownSql } from '../../scoring/coded.ts';
import { literal, literals } from '../../sql/quote.ts';
import type { WorkDatabase } from './work.ts';

/** Runs that are looked at alone; `split`: on its cases alone, on all where it is null. */
export interface Alone {
  readonly runs: readonly Run[];
  readonly split: string | null;
}

/** Tables that have rows of runs; scores that are under way lie in a `contributions` of their own, which is left as it is. */
export const RECORDS_OF_RUNS = ['judgments'] as const;
export const TABLES_OF_RUNS = [...RECORDS_OF_RUNS, 'contributions'] as const;

/** SQL: rows of a stored table, or of one like it, that belong to these runs and cases. */
export function rowsAlone(table: string, { runs, split }: Alone): string {
  const own = `SELECT * FROM ${table} WHERE run IN (${literals(runs.map(({ run }) => run))})`;
  return split === null
    ? own
    : `${own} AND instance IN (SELECT rowid FROM final.main.instances WHERE split = ${literal(split)})`;
}

/** Shows `use` these tables of `final` with the rows of some runs and cases alone, so that what it finds cannot depend on others. */
export async function withRunsAlone<T>(
  work: WorkDatabase,
  { tables, ...alone }: Alone & { readonly tables: readonly (typeof TABLES_OF_RUNS)[number][] },
  use: () => Promise<T>,
): Promise<T> {
  const runs = `SELECT * FROM final.main.runs WHERE run IN (${literals(alone.runs.map(({ run }) => run))})`;
  const views = Object.entries({
    runs,
    ...Object.fromEntries(
      tables.map((table) => [
        table,
        shownSql(table, `(${rowsAlone(`final.stored.${table}`, alone)})`, 'final.main.instances'),
      ]),
    ),
  });
  for (const [name, sql] of views) await work.run(`CREATE TEMP VIEW ${name} AS ${sql}`);
  try {
    return await use();
  } finally {
    for (const [name] of views) await work.run(`DROP VIEW temp.${name}`);
  }
}
