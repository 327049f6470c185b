import { CASE_OUTCOMES } from '../choices.ts';
import { andBits, type Bits, emptyBits, fullBits, minusBits, orBits } from './bits.ts';
import type { CriterionColumns, RunVerdicts } from './read.ts';

/** Results by run on each case, all in all or under one criterion. */
export interface RunResults {
  /** Number of cases. */
  readonly cases: number;
  /** Per run the cases that it was right or wrong on, and among them those that it was right on. */
  readonly verdicts: readonly RunVerdicts[];
  /** The cases of each outcome, in the order of `CASE_OUTCOMES`. */
  readonly outcomes: readonly Bits[];
}

/** The cases that a run was wrong on. */
export const wrongOn = ({ asked, won }: RunVerdicts): Bits => minusBits(asked, won);

/** Results from the verdicts of all runs. Loops are plain, because they run over every word of every run. */
export function resultsOf(cases: number, verdicts: readonly RunVerdicts[]): RunResults {
  const right = emptyBits(cases);
  const wrong = emptyBits(cases);
  for (const { asked, won } of verdicts) {
    for (let i = 0; i < right.length; i += 1) {
      const own = won[i] ?? 0;
      right[i] = (right[i] ?? 0) | own;
      wrong[i] = (wrong[i] ?? 0) | ((asked[i] ?? 0) & ~own);
    }
  }
  const sets = {
    right: minusBits(right, wrong),
    mixed: andBits(right, wrong),
    wrong: minusBits(wrong, right),
    none: minusBits(fullBits(cases), orBits(right, wrong)),
  };
  return { cases, verdicts, outcomes: CASE_OUTCOMES.map((outcome) => sets[outcome]) };
}

/** The same under one criterion; a criterion that nobody was judged by leaves nobody right or wrong. */
export function resultsUnder({ cases, runs, criteria, verdicts }: CriterionColumns, criterion: string): RunResults {
  const nobody = runs.map(() => ({ asked: emptyBits(cases), won: emptyBits(cases) }));
  return resultsOf(cases, verdicts[criteria.indexOf(criterion)] ?? nobody);
}
