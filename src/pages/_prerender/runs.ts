import type { RunFacts } from '../../case/facts.ts';
import type { Judge } from '../../schema/judge.ts';
import type { Manifest } from '../../schema/release.ts';
import { text } from '../../sql/query.ts';
import { withDatabase } from './explore.ts';

/** Reads the runs of a benchmark with their judges' names, from the table `runs` of its database. Runs in the build. */
export async function readRunFacts(
  manifest: Manifest,
  benchmark: string,
  judges: readonly Judge[],
): Promise<readonly RunFacts[]> {
  const data = manifest.benchmarks.find(({ id }) => id === benchmark)?.instances ?? null;
  if (data === null) return [];
  const rows = await withDatabase(data.database, (query) =>
    query('SELECT run, judge, variant FROM runs ORDER BY rowid'),
  );
  return rows.map((row) => ({
    run: text(row, 'run'),
    judge: text(row, 'judge'),
    name: judges.find(({ id }) => id === row['judge'])?.name ?? text(row, 'judge'),
    variant: text(row, 'variant'),
  }));
}
