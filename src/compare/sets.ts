import type { ComparedBenchmark, ComparedRun } from '../schema/comparison.ts';

/** One judge in a comparison, with the run chosen of those it has. */
export interface Contestant {
  readonly judge: string;
  readonly run: ComparedRun;
  readonly runs: readonly ComparedRun[];
}

/** Judges with runs under one protocol of one benchmark: the others are compared with the first. */
export interface CaseSet {
  /** `benchmark.protocol` */
  readonly key: string;
  readonly of: Omit<ComparedBenchmark, 'runs'>;
  readonly protocol: string;
  readonly first: Contestant;
  readonly others: readonly Contestant[];
  /** Judges asked for that have no run here. */
  readonly absent: readonly string[];
}

/** The run that a visitor chose, else the standard setting, else the first. */
function contestant(judge: string, runs: readonly ComparedRun[], chosen: readonly string[]): Contestant | null {
  const own = runs.filter((run) => run.judge === judge);
  const run =
    own.find((one) => chosen.includes(one.run)) ?? own.find(({ variant }) => variant === '') ?? own[0] ?? null;
  return run === null ? null : { judge, run, runs: own };
}

function setOf(
  { runs, ...of }: ComparedBenchmark,
  protocol: string,
  judges: readonly string[],
  chosen: readonly string[],
): CaseSet[] {
  const own = runs.filter((run) => run.protocol === protocol);
  const found = judges.map((judge) => contestant(judge, own, chosen));
  const [first, ...others] = found;
  const present = others.flatMap((one) => one ?? []);
  if (first === undefined || first === null || present.length === 0) return [];
  const absent = judges.filter((_, i) => found[i] === null);
  return [{ key: `${of.benchmark}.${protocol}`, of, protocol, first, others: present, absent }];
}

/** Every set of cases by which the first judge can be compared with at least one of the others, in the order of the file. */
export function caseSets(
  cases: readonly ComparedBenchmark[],
  judges: readonly string[],
  chosen: readonly string[],
): CaseSet[] {
  return cases.flatMap((benchmark) => {
    const protocols = [...new Set(benchmark.runs.map(({ protocol }) => protocol))];
    return protocols.flatMap((protocol) => setOf(benchmark, protocol, judges, chosen));
  });
}

/** How a run was made, where that tells it from others of its judge. */
export function runWords({ variant, repeats }: ComparedRun): string {
  return [variant === '' ? 'standard' : variant, repeats > 1 ? `${repeats} repeats` : '']
    .filter((part) => part !== '')
    .join(', ');
}
