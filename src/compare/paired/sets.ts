import type { ComparedBenchmark, ComparedRun } from '../../schema/comparison.ts';

/** What was asked for: a judge, or one run of a judge that has several. */
export interface AskedEntry {
  /** As the address has it: `judge`, or `judge:run`. */
  readonly text: string;
  readonly judge: string;
  /** Null for the judge's standard run. */
  readonly run: string | null;
}

export const entryText = (judge: string, run: string | null): string => (run === null ? judge : `${judge}:${run}`);

export function askedEntry(text: string): AskedEntry {
  const [judge = '', run = null] = text.split(':', 2);
  return { text, judge, run };
}

/** An entry in a comparison, with the run that stands for it of those its judge has there. */
export interface Contestant {
  readonly entry: AskedEntry;
  readonly run: ComparedRun;
  readonly runs: readonly ComparedRun[];
}

/** Runs under one protocol of one benchmark: the others are compared with the base. */
export interface CaseSet {
  /** The key is `benchmark.protocol`. */
  readonly key: string;
  readonly of: Omit<ComparedBenchmark, 'runs'>;
  readonly protocol: string;
  readonly base: Contestant;
  readonly others: readonly Contestant[];
  /** Entries that have no run here, or only a run that stands for another entry already. */
  readonly absent: readonly AskedEntry[];
}

/** Gives the run that stands for a judge where no run is named: the one in the standard setting, else the first. */
export const standardRun = (runs: readonly ComparedRun[]): ComparedRun | null =>
  runs.find(({ variant }) => variant === '') ?? runs[0] ?? null;

/** A run that is named stands for its judge where it was made; elsewhere the standard run does. */
function contestant(entry: AskedEntry, runs: readonly ComparedRun[]): Contestant | null {
  const own = runs.filter((run) => run.judge === entry.judge);
  const run = own.find((one) => one.run === entry.run) ?? standardRun(own);
  return run === null ? null : { entry, run, runs: own };
}

function setOf({ runs, ...of }: ComparedBenchmark, protocol: string, entries: readonly AskedEntry[]): CaseSet[] {
  const own = runs.filter((run) => run.protocol === protocol);
  const taken = new Set<string>();
  const found = entries.map((entry) => {
    const one = contestant(entry, own);
    if (one === null || taken.has(one.run.run)) return null;
    taken.add(one.run.run);
    return one;
  });
  const [base, ...others] = found;
  const present = others.flatMap((one) => one ?? []);
  if (base === undefined || base === null || present.length === 0) return [];
  const absent = entries.filter((_, i) => found[i] === null);
  return [{ key: `${of.benchmark}.${protocol}`, of, protocol, base, others: present, absent }];
}

/** Gives every set of cases by which the first entry can be compared with at least one of the others, in the order of the file. */
export function caseSets(cases: readonly ComparedBenchmark[], entries: readonly AskedEntry[]): CaseSet[] {
  return cases.flatMap((benchmark) => {
    const protocols = [...new Set(benchmark.runs.map(({ protocol }) => protocol))];
    return protocols.flatMap((protocol) => setOf(benchmark, protocol, entries));
  });
}

/** Picks the set that is looked at when none is named: of those with most of the runs that are named, the first. */
export function likeliestSet(sets: readonly [CaseSet, ...CaseSet[]]): CaseSet {
  const named = ({ base, others }: CaseSet): number =>
    [base, ...others].filter(({ entry, run }) => entry.run === run.run).length;
  return sets.reduce((best, set) => (named(set) > named(best) ? set : best));
}
