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

/** Judges whose runs' names hold all of the words, in their order; runs in `kept` stay whatever is searched for. */
export function judgeGroups(runs: readonly RunChoice[], words: string, kept: readonly string[]): readonly JudgeGroup[] {
  const wanted = wordsOf(words);
  const fits = ({ run, label }: RunChoice): boolean =>
    kept.includes(run) || wanted.every((word) => label.toLowerCase().includes(word));
  return [...Map.groupBy(runs, ({ judge }) => judge)].flatMap(([judge, all]) => {
    const isAlone = all.length === 1;
    const own = (label: string): string =>
      isAlone || !label.startsWith(`${judge}, `) ? label : label.slice(judge.length + 2);
    const shown = all.filter(fits).map((one) => ({ ...one, own: own(one.label) }));
    return shown.length === 0 ? [] : [{ judge: isAlone ? '' : judge, runs: shown }];
  });
}
