import type { ComparedRun } from '../schema/comparison.ts';
import { countOf } from '../ui/number-words.ts';
import type { Contestant } from './paired/sets.ts';

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

/** Gives a judge's name, and which of its runs it is where it has several. */
export const contestantName = (judge: string, { run, runs }: Pick<Contestant, 'run' | 'runs'>): string =>
  withRun(judge, runs.length < 2 ? '' : runLabel(run, runs));

/** Names a benchmark's cases under one protocol. */
export const placeWords = ({ name }: { readonly name: string }, protocol: string): string => `${name}, ${protocol}`;
