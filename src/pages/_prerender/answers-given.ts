import type { Benchmark } from '../../schema/benchmark.ts';
import type { Judge } from '../../schema/judge.ts';
import type { InstanceData } from '../../schema/release.ts';
import { number } from '../../sql/query.ts';
import { listedTable } from '../../sql/quote.ts';
import { withDatabase } from './explore.ts';

interface Answered {
  readonly benchmark: Benchmark;
  readonly data: InstanceData | null;
}

/**
 * Counts the answers that judges gave. Programs are no judges, a row without an answer is none, and judgments that are made from those of another
 * protocol (`made_from`) are no further answers.
 */
export async function answersGiven(benchmarks: readonly Answered[], judges: readonly Judge[]): Promise<number> {
  const programs = new Set(judges.flatMap(({ id, access }) => (access === 'program' ? id : [])));
  const counts = benchmarks.map(async ({ benchmark, data }): Promise<number> => {
    if (data === null) return 0;
    const left = (benchmark.made_from ?? []).map((protocol) => [protocol] as const);
    return withDatabase(data.database, async (query) => {
      const made = listedTable('made', { protocol: 'VARCHAR' }, left);
      const rows = await query(`SELECT judge, count(*)::DOUBLE AS answers FROM judgments JOIN runs USING (run)
WHERE parse <> 'missing' AND protocol NOT IN (SELECT protocol FROM ${made}) GROUP BY judge`);
      return rows.reduce((sum, row) => (programs.has(String(row['judge'])) ? sum : sum + number(row, 'answers')), 0);
    });
  });
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0);
}
