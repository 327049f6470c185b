import type { Choices } from '../cases/choices.ts';
import { type CountLists, columnCounts, countLists } from '../cases/columns/counts.ts';
import type { CaseColumns } from '../cases/columns/layout.ts';
import { type CaseLine, columnList } from '../cases/columns/list.ts';
import { judgedCases, resultsOf, selectCases } from '../cases/columns/select.ts';
import { gather } from '../cases/gather.ts';
import { benchmarkLabels, type LabelsBy } from '../cases/labels.ts';
import { NO_FILTER } from '../cases/wanted.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { TextsOfOthers } from '../schema/release.ts';
import type { CaseText } from '../schema/release-paths.ts';
import { type Query, text } from '../sql/query.ts';

export interface Prerendered {
  readonly choices: Choices;
  readonly first: readonly CaseLine[];
  /** The lines of these cases, one by one; empty where the release has none. */
  readonly lines: CaseText[];
  /** Whose prompts and reasons belong to the cases, where they are fetched apart from the figures; null where they came with them. */
  readonly texts: TextsOfOthers | null;
  readonly counts: CountLists;
}

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
interface Named extends Pick<Choices, 'name' | 'licence' | 'release' | 'lines' | 'words'> {
  readonly benchmark: Benchmark;
  /** Name used in place of its id by own results. */
  readonly id: string;
}

/** Gathers the explorer's data from the current database and the columns of its cases: choices, the first cases, and the counts without a filter. */
export async function gatherList(
  query: Query,
  columns: CaseColumns,
  { benchmark, id, ...rest }: Named,
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
    ...rest,
    benchmark: id,
  };
  const everything = { scope: judgedCases(columns, ''), filter: NO_FILTER };
  const selected = selectCases(columns, resultsOf(columns.cases, columns.verdicts), everything);
  const list = columnList(selected, [], { details: null, points: null });
  return {
    choices,
    first: list.first(FIRST_CASES),
    counts: countLists(choices, columnCounts(selected, choices.lengths)),
  };
}
