import { type LabelsBy, variantWords } from '../cases/labels.ts';
import { listLabels } from '../explore/gather-list.ts';
import { type Benchmark, Protocol } from '../schema/benchmark.ts';
import type { ComparedBenchmark, ComparedRun } from '../schema/release-paths.ts';
import { number, type Query, text } from '../sql/query.ts';
import type { ComparableRun } from './choice.ts';
import { placeWords, runLabel, standardRun } from './choice.ts';

const RUNS = 'SELECT run, judge, protocol, variant, repeats FROM runs ORDER BY run';

async function runsIn(query: Query, labels: LabelsBy): Promise<ComparedRun[]> {
  const runs = (await query(RUNS)).map((row) => ({
    run: text(row, 'run'),
    judge: text(row, 'judge'),
    protocol: Protocol.parse(row['protocol']),
    variant: variantWords(labels, text(row, 'variant')),
    repeats: number(row, 'repeats'),
  }));
  // The protocols stand in the order of the methods page.
  return runs.sort((a, b) => Protocol.options.indexOf(a.protocol) - Protocol.options.indexOf(b.protocol));
}

export async function gatherCompared(query: Query, benchmark: Benchmark): Promise<ComparedBenchmark> {
  const known = await listLabels(query, benchmark);
  const { id, name, synthetic } = benchmark;
  // These are plain copies, because the file's type is mutable.
  const labels = Object.fromEntries(Object.entries(known).map(([of, own]) => [of, { ...own }]));
  return { benchmark: id, name, synthetic, labels, runs: await runsIn(query, known) };
}

export function comparableRuns(cases: readonly ComparedBenchmark[], judge: string): ComparableRun[] {
  return cases.flatMap((benchmark) => {
    const own = Map.groupBy(
      benchmark.runs.filter((run) => run.judge === judge),
      ({ protocol }) => protocol,
    );
    return [...own].flatMap(([protocol, runs]) =>
      runs.map((run) => ({
        run: run.run,
        label: runs.length < 2 ? '' : runLabel(run, runs),
        place: placeWords(benchmark, protocol),
        standard: run === standardRun(runs),
      })),
    );
  });
}
