import type { SlimRow } from '../board/slim.ts';
import { withRun } from './names.ts';
import { type AskedEntry, askedEntry } from './paired/sets.ts';

/** A judge that can be compared, with its runs. */
export interface JudgeChoice {
  readonly id: string;
  readonly name: string;
  /** Null for the visitor's own judge. */
  readonly access: SlimRow['access'];
  readonly runs: readonly ComparableRun[];
}

export interface ComparableRun {
  readonly run: string;
  /** Distinguishes the run from others of its judge in the same place; '' where it is the only one. */
  readonly label: string;
  /** The place is a benchmark and a protocol. */
  readonly place: string;
  /** Whether the judge's name alone means this run there. */
  readonly standard: boolean;
}

/** A chosen judge or run, with its name. */
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

/** Says what is missing when only one judge is chosen. */
export function nextWords({ judge, name }: ChosenJudge, choices: readonly JudgeChoice[]): string {
  const hasSeveral = choices.some(({ id, runs }) => id === judge && runs.some(({ label }) => label !== ''));
  return `Choose another judge${hasSeveral ? ', or another run of this one,' : ''} to compare with ${name}.`;
}
