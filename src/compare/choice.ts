import { useMemo } from 'react';
import type { PageBoard, PageRow } from '../board/page-board.ts';
import type { FailureWords } from '../client/failure.ts';
import type { ComparedBenchmark, ComparedRun, ComparisonFile } from '../schema/release-paths.ts';
import { MOST_JUDGES } from '../schema/words.ts';
import { choiceField, listField, type StateOf, textField } from '../ui/field.ts';
import { countOf } from '../ui/number-words.ts';
import type { ChangeUrl } from '../ui/use-url.ts';

export interface ComparableData {
  readonly boards: readonly PageBoard[];
  readonly cases: readonly ComparedBenchmark[];
}

export const BOARDS_UNREAD: FailureWords = {
  what: 'The file of tables cannot be read.',
  todo: 'Try again, or reload the page.',
};

export function filesWith(tables: ComparisonFile['tables'], judges: readonly string[]): readonly string[] {
  const least = Math.min(2, judges.length);
  return tables
    .filter((table) => judges.filter((judge) => table.judges.includes(judge)).length >= least)
    .map(({ file }) => file);
}

/** The runs, and the tables of every benchmark in which some of the judges meet. The code that fetches comes with them. Throws ClientFailure. */
export async function askBoards(address: string, judges: readonly string[]): Promise<ComparableData> {
  const [{ loadComparison }, { loadTables }] = await Promise.all([
    import('../client/release-files.ts'),
    import('../board/load-tables.ts'),
  ]);
  const { tables, cases } = await loadComparison(address);
  const loaded = await Promise.all(filesWith(tables, judges).map((file) => loadTables(address, file)));
  return { boards: loaded.flat(), cases };
}

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

const setting = ({ variant }: ComparedRun): string => variant || 'standard';
const settingAndRepeats = (run: ComparedRun): string => `${setting(run)}, ${countOf(run.repeats, 'repeat')}`;

/** Says what tells a run from the others of its judge: its setting, where that is not enough with its repeats, else its id. */
export function runLabel(run: ComparedRun, runs: readonly ComparedRun[]): string {
  const own = [setting, settingAndRepeats].find(
    (words) => runs.filter((one) => words(one) === words(run)).length === 1,
  );
  return own === undefined ? run.run : own(run);
}

export const withRun = (judge: string, label: string): string => (label === '' ? judge : `${judge} · ${label}`);

export const contestantName = (judge: string, { run, runs }: Pick<Contestant, 'run' | 'runs'>): string =>
  withRun(judge, runs.length < 2 ? '' : runLabel(run, runs));

export const placeWords = ({ name }: { readonly name: string }, protocol: string): string => `${name}, ${protocol}`;

export interface JudgeChoice {
  readonly id: string;
  readonly name: string;
  /** Null for the visitor's own judge. */
  readonly access: PageRow['access'];
  readonly runs: readonly ComparableRun[];
}

export interface ComparableRun {
  readonly run: string;
  /** Distinguishes the run from others of its judge in the same place; '' where it is the only one. */
  readonly label: string;
  readonly place: string;
  /** Whether the judge's name alone means this run there. */
  readonly standard: boolean;
}

export interface ChosenJudge extends AskedEntry {
  readonly name: string;
  readonly access: JudgeChoice['access'];
}

/** Reads an entry of an address; null for a judge that cannot be compared. */
export function chosenOf(choices: readonly JudgeChoice[], text: string): ChosenJudge | null {
  const entry = askedEntry(text);
  const judge = choices.find(({ id }) => id === entry.judge);
  if (judge === undefined) return null;
  const label = judge.runs.find(({ run }) => run === entry.run)?.label ?? '';
  return { ...entry, name: withRun(judge.name, label), access: judge.access };
}

export function nextWords({ judge, name }: ChosenJudge, choices: readonly JudgeChoice[]): string {
  const hasSeveral = choices.some(({ id, runs }) => id === judge && runs.some(({ label }) => label !== ''));
  return `Choose another judge${hasSeveral ? ', or another run of this one,' : ''} to compare with ${name}.`;
}

export interface CompareChoices {
  readonly judges: readonly string[];
  /** Null before they have been loaded, when any id will do. */
  readonly sets: readonly string[] | null;
}

const ID = /^[a-z0-9][\w.-]{0,127}$/i;
const MEASURE = /^[a-z_]{1,60}(?:;[^=;]{1,40}=[^=;]{0,160})*$/;

export const compareFields = ({ judges, sets }: CompareChoices) => ({
  judges: listField(judges, MOST_JUDGES),
  /** Benchmark and protocol whose cases are compared, `benchmark.protocol`; empty: the first. */
  in: sets === null ? textField((raw) => ID.test(raw)) : choiceField(['', ...sets], ''),
  /** Whether each run counts over its own rows, or both over those they share. */
  support: choiceField(['union', 'shared'], 'union'),
  /** Metric, and its slice, under which they are looked at closely; empty: the first. */
  by: textField((raw) => MEASURE.test(raw)),
});

export type CompareState = StateOf<ReturnType<typeof compareFields>>;
export type ChangeCompare = ChangeUrl<CompareState>;

export function useCompareFields(choices: readonly JudgeChoice[], comparable: ComparableData | null) {
  const cases = comparable?.cases ?? null;
  return useMemo(() => {
    const judges = choices.flatMap(({ id, runs }) => [id, ...runs.map(({ run }) => entryText(id, run))]);
    if (cases === null) return compareFields({ judges, sets: null });
    const sets = cases.flatMap((one) => one.runs.map(({ protocol }) => `${one.benchmark}.${protocol}`));
    return compareFields({ judges, sets: [...new Set(sets)] });
  }, [choices, cases]);
}
