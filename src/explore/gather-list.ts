import type { Choices } from '../cases/choices.ts';
import { countStatement } from '../cases/counts.ts';
import { gather } from '../cases/gather.ts';
import { benchmarkLabels, type LabelsBy } from '../cases/labels.ts';
import { pageStatement } from '../cases/rows.ts';
import { createCases } from '../cases/scope.ts';
import { EVERY_CASE, NO_FILTER } from '../cases/wanted.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import { type Query, type QueryRow, text } from '../sql/query.ts';
import type { CaseLine } from './CaseTable.tsx';
import type { Prerendered } from './prerendered.ts';

/** Cases on the page as it is served: as many as fill the list's window. */
const FIRST_CASES = 20;

const SCORERS = `SELECT critique_judge, coalesce(any_value(name), '') AS name FROM judgments JOIN judges ON critique_judge = judges.judge
GROUP BY critique_judge ORDER BY critique_judge`;

/** Gathers the benchmark's names for values of attributes and slices, and the names of critique judges. */
export async function listLabels(query: Query, benchmark: Benchmark): Promise<LabelsBy> {
  const scorers = (await query(SCORERS)).map((row) => [text(row, 'critique_judge'), text(row, 'name')] as const);
  return { ...benchmarkLabels(benchmark), critique_judge: Object.fromEntries(scorers) };
}

/** The release whose cases are in the current database, and the files beside it. */
type Named = Pick<Choices, 'benchmark' | 'name' | 'licence' | 'release' | 'lines' | 'words'>;

/** Gathers the explorer's data from the current database: its choices, the first cases, and the counts without a filter. */
export async function gatherList(
  query: Query,
  benchmark: Benchmark,
  named: Named,
): Promise<Pick<Prerendered, 'choices' | 'first' | 'counts'>> {
  const labels = await listLabels(query, benchmark);
  const { criteria, ...found } = await gather(query, labels);
  const labelOf = (id: string): string => benchmark.criteria.find((criterion) => criterion.id === id)?.label ?? id;
  const choices: Choices = {
    ...found,
    criteria: criteria.map((id) => ({ id, label: labelOf(id) })),
    synthetic: benchmark.synthetic,
    labels,
    ...(benchmark.answers.length > 2 ? { answers: benchmark.answers } : {}),
    ...named,
  };
  for (const { sql, params } of createCases(choices, EVERY_CASE)) await query(sql, params);
  const counting = countStatement(choices, NO_FILTER);
  const paging = pageStatement(choices, { filter: NO_FILTER, sort: [] }, 0);
  const rows: readonly QueryRow[] = await query(paging.sql, paging.params);
  return {
    choices,
    // The statement names these columns.
    first: rows.slice(0, FIRST_CASES) as unknown as readonly CaseLine[],
    counts: await query(counting.sql, counting.params),
  };
}
