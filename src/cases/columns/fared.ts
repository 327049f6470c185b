import { CASE_OUTCOMES } from '../choices.ts';
import { andBits, type Bits, eachBit, emptyBits, fullBits, minusBits, orBits } from './bits.ts';
import type { CriterionColumns, RunVerdicts } from './read.ts';

/** Says how the runs fared on each case, all in all or under one criterion. */
export interface RunsFared {
  /** Number of cases. */
  readonly cases: number;
  /** Per run the cases that it was right or wrong on, and among them those that it was right on. */
  readonly verdicts: readonly RunVerdicts[];
  /** The cases of each outcome, in the order of `CASE_OUTCOMES`. */
  readonly outcomes: readonly Bits[];
}

/** Finds the cases that a run was wrong on. */
export const wrongOn = ({ asked, won }: RunVerdicts): Bits => minusBits(asked, won);

/** Says who was right and wrong where, from the verdicts of all runs. Loops are plain, because they run over every word of every run. */
export function faredBy(cases: number, verdicts: readonly RunVerdicts[]): RunsFared {
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

/** Gives the same under one criterion; a criterion that nobody was judged by leaves nobody right or wrong. */
export function faredUnder({ cases, runs, criteria, verdicts }: CriterionColumns, criterion: string): RunsFared {
  const nobody = runs.map(() => ({ asked: emptyBits(cases), won: emptyBits(cases) }));
  return faredBy(cases, verdicts[criteria.indexOf(criterion)] ?? nobody);
}

function tally(cases: number, sets: readonly Bits[]): Uint32Array {
  const counts = new Uint32Array(cases);
  for (const set of sets) {
    eachBit(set, (at) => {
      counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  return counts;
}

const shares = new WeakMap<RunsFared, Float64Array>();

/** Gives per case the share of runs that were right among those that were right or wrong; NaN where there are none. It is worked out once, for an order. */
export function sharesRight(fared: RunsFared): Float64Array {
  const known = shares.get(fared);
  if (known !== undefined) return known;
  const { cases, verdicts } = fared;
  const judged = tally(
    cases,
    verdicts.map(({ asked }) => asked),
  );
  const right = tally(
    cases,
    verdicts.map(({ won }) => won),
  );
  const share = Float64Array.from(right, (n, at) => n / (judged[at] ?? 0));
  shares.set(fared, share);
  return share;
}
