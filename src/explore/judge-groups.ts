import type { RunChoice } from '../cases/choices.ts';

/** A run among those of its judge: what it is called there. */
export interface GroupedRun extends RunChoice {
  readonly own: string;
}

/** A judge with its runs; the name is '' where it has one run only, which then has the judge's name. */
export interface JudgeGroup {
  readonly judge: string;
  readonly runs: readonly GroupedRun[];
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Which runs are shown: those offered whose names hold all of the words, and those in `kept`, whatever is searched for. */
interface RunsWanted {
  readonly offered: (run: RunChoice) => boolean;
  readonly words: string;
  readonly kept: readonly string[];
}

/** Judges with the runs that are wanted, in their order. */
export function judgeGroups(runs: readonly RunChoice[], { offered, words, kept }: RunsWanted): readonly JudgeGroup[] {
  const wanted = wordsOf(words);
  const fits = (one: RunChoice): boolean =>
    kept.includes(one.run) || (offered(one) && wanted.every((word) => one.label.toLowerCase().includes(word)));
  return [...Map.groupBy(runs, ({ judge }) => judge)].flatMap(([judge, all]) => {
    const isAlone = all.length === 1;
    const own = (label: string): string =>
      isAlone || !label.startsWith(`${judge}, `) ? label : label.slice(judge.length + 2);
    const shown = all.filter(fits).map((one) => ({ ...one, own: own(one.label) }));
    return shown.length === 0 ? [] : [{ judge: isAlone ? '' : judge, runs: shown }];
  });
}
