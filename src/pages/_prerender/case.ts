import { tablesOf } from '../../board/tables-of.ts';
import { benchmarkFacts } from '../../case/benchmark-facts.ts';
import type { CaseFacts, RunFacts } from '../../case/facts.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import { type Board, isComputed } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import { better } from '../../schema/metric.ts';
import type { Manifest } from '../../schema/release.ts';
import { casesElsewhere } from '../../site/cases/cases.ts';
import { text } from '../../sql/query.ts';
import { instanceDataOf } from './benchmark.ts';
import { prerender, withDatabase } from './explore.ts';

interface Sources {
  readonly manifest: Manifest;
  readonly benchmarks: readonly Benchmark[];
  readonly boards: readonly Board[];
  readonly judges: readonly Judge[];
  readonly runs: readonly RunFacts[];
  readonly losses: CaseFacts['losses'];
}

/** Gives runs from best to worst: by the column that ranks the first computed board which they are on. */
function runsByRank(boards: readonly Board[], benchmark: string): readonly string[] {
  const ranked = tablesOf(boards, benchmark)
    .filter(isComputed)
    .flatMap(({ rows, columns, sort }) => {
      const column = columns.find(({ key }) => key === sort?.column);
      const value = (row: Board['rows'][number]): number => row.cells[column?.key ?? '']?.value ?? Number.NaN;
      return rows
        .filter((row) => !Number.isNaN(value(row)))
        .toSorted((a, b) => better(column?.direction ?? 'higher', value(b), value(a)));
    });
  return [...new Set(ranked.map(({ id }) => id))];
}

export function caseFacts(benchmark: Benchmark, sources: Sources): CaseFacts {
  const { manifest, benchmarks, boards, judges, runs, losses } = sources;
  const [elsewhere] = casesElsewhere(benchmark, { benchmarks, manifest });
  const instances = instanceDataOf(manifest, benchmark);
  return {
    ...benchmarkFacts(benchmark),
    benchmark: benchmark.id,
    name: benchmark.name,
    runs,
    lines: runs
      .filter(({ judge }) => judges.some(({ id, reference }) => id === judge && reference === true))
      .map(({ run }) => run),
    order: runsByRank(boards, benchmark.id),
    names: Object.fromEntries(judges.map((judge) => [judge.id, judge.name])),
    elsewhere: elsewhere === undefined ? null : { id: elsewhere.id, name: elsewhere.name },
    texts: instances?.texts ?? null,
    losses,
  };
}

/** Gives the metrics of whose lists of lost points the columns of a benchmark's cases hold some. */
export async function readLosses(
  { manifest }: Pick<Sources, 'manifest'>,
  benchmark: Benchmark,
): Promise<CaseFacts['losses']> {
  const data = instanceDataOf(manifest, benchmark);
  if (data === null) return [];
  const { choices } = await prerender(benchmark, data, manifest.release);
  return choices.losses.filter(({ wrong }) => wrong !== undefined);
}

/** Reads the runs of a benchmark with their judges' names, from the table `runs` of its database. Runs in the build. */
export async function readRunFacts(
  manifest: Manifest,
  benchmark: string,
  judges: readonly Judge[],
): Promise<readonly RunFacts[]> {
  const data = instanceDataOf(manifest, { id: benchmark });
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
