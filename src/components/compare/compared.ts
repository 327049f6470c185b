import { benchmarkLabels } from '../../explore/labels.ts';
import { number, type Query, text } from '../../metrics/query.ts';
import type { Release } from '../../release/read.ts';
import { Protocol } from '../../schema/benchmark.ts';
import type { ComparedBenchmark, ComparedRun, ComparisonFile } from '../../schema/comparison.ts';
import { packBoard } from '../board/pack.ts';
import { withDatabase } from '../explore/prerender.ts';

const RUNS = 'SELECT run, judge, protocol, variant, repeats FROM runs ORDER BY run';

async function runsOf(query: Query): Promise<ComparedRun[]> {
  const runs = (await query(RUNS)).map((row) => ({
    run: text(row, 'run'),
    judge: text(row, 'judge'),
    protocol: Protocol.parse(row['protocol']),
    variant: text(row, 'variant'),
    repeats: number(row, 'repeats'),
  }));
  // The protocols in the order of the methods page.
  return runs.sort((a, b) => Protocol.options.indexOf(a.protocol) - Protocol.options.indexOf(b.protocol));
}

/** What judges can be compared by: every table with judges, and the runs of every benchmark with cases. Runs in the build. */
export async function comparisonFile({ boards, benchmarks, manifest }: Release): Promise<ComparisonFile> {
  const cases = benchmarks.map(async (benchmark): Promise<ComparedBenchmark[]> => {
    const data = manifest.benchmarks.find(({ id }) => id === benchmark.id)?.instances ?? null;
    if (data === null) return [];
    const runs = await withDatabase(data.database, runsOf);
    const { id, name, synthetic } = benchmark;
    // Plain copies: the file's form is mutable.
    const labels = Object.fromEntries(Object.entries(benchmarkLabels(benchmark)).map(([of, own]) => [of, { ...own }]));
    return [{ benchmark: id, name, synthetic, labels, runs }];
  });
  return {
    release: manifest.release,
    boards: boards.filter((board) => board.kind !== 'statistics').map(packBoard),
    cases: (await Promise.all(cases)).flat(),
  };
}
