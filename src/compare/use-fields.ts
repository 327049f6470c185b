import { useMemo } from 'react';
import type { ComparableData } from './boards.ts';
import type { JudgeChoice } from './choice.ts';
import { entryText } from './paired/sets.ts';
import { compareFields } from './state.ts';

/** Makes the parameters of the comparison's address, from the names known so far. */
export function useCompareFields(choices: readonly JudgeChoice[], comparable: ComparableData | null) {
  const cases = comparable?.cases ?? null;
  return useMemo(() => {
    const judges = choices.flatMap(({ id, runs }) => [id, ...runs.map(({ run }) => entryText(id, run))]);
    if (cases === null) return compareFields({ judges, sets: null });
    const sets = cases.flatMap((one) => one.runs.map(({ protocol }) => `${one.benchmark}.${protocol}`));
    return compareFields({ judges, sets: [...new Set(sets)] });
  }, [choices, cases]);
}
