import type { RaterCodes } from '../../stats/agreement.ts';
import { RIGHT_LABEL, WRONG } from '../kit/losses.ts';

/** Answers that count, and how many of them are wrong, of many things in one order. */
export interface WrongTallies {
  readonly counted: Int32Array;
  readonly wrong: Int32Array;
}

/** Answers that count, and how many of them are wrong. */
export interface WrongTally {
  readonly counted: number;
  readonly wrong: number;
}

/** How much is right and wrong in a sheet of losses. */
export interface AnswerDifficulty {
  readonly items: WrongTallies;
  readonly runs: WrongTallies;
  readonly all: WrongTally;
  /** Each case has this place among the instances. */
  readonly places: Int32Array;
  /** A cell for every run on every case: cell = case · runs + run. */
  readonly cells: WrongTallies;
}

const tallies = (length: number): WrongTallies => ({ counted: new Int32Array(length), wrong: new Int32Array(length) });

export const tallyAt = ({ counted, wrong }: WrongTallies, i: number): WrongTally => ({
  counted: counted[i] ?? 0,
  wrong: wrong[i] ?? 0,
});

/**
 * Adds up `n` tallies, whose places a function gives. Loops are plain here and below, because they run over every case or answer of every
 * run.
 */
export function sumAt({ counted, wrong }: WrongTallies, n: number, placeOf: (i: number) => number): WrongTally {
  let all = 0;
  let bad = 0;
  for (let i = 0; i < n; i += 1) {
    const place = placeOf(i);
    all += counted[place] ?? 0;
    bad += wrong[place] ?? 0;
  }
  return { counted: all, wrong: bad };
}

/** Counts what one run got right and wrong, by item and by case. Gives the run's tally. */
function countRun(
  column: RaterCodes,
  { items, cells, cellOf }: Pick<AnswerDifficulty, 'items' | 'cells'> & { readonly cellOf: (item: number) => number },
): WrongTally {
  let counted = 0;
  let wrong = 0;
  for (let i = 0; i < column.length; i += 1) {
    const code = column[i];
    if (code !== RIGHT_LABEL && code !== WRONG) continue;
    const isWrong = code === WRONG ? 1 : 0;
    const cell = cellOf(i);
    counted += 1;
    wrong += isWrong;
    items.counted[i] = (items.counted[i] ?? 0) + 1;
    items.wrong[i] = (items.wrong[i] ?? 0) + isWrong;
    cells.counted[cell] = (cells.counted[cell] ?? 0) + 1;
    cells.wrong[cell] = (cells.wrong[cell] ?? 0) + isWrong;
  }
  return { counted, wrong };
}

export function difficultyOf(codes: readonly RaterCodes[], places: Int32Array): AnswerDifficulty {
  const known = new Map<number, number>();
  const caseOf = Int32Array.from(places, (place) => {
    const found = known.get(place) ?? known.size;
    known.set(place, found);
    return found;
  });
  const [items, runs, cells] = [tallies(places.length), tallies(codes.length), tallies(known.size * codes.length)];
  for (const [run, column] of codes.entries()) {
    const own = countRun(column, { items, cells, cellOf: (item) => (caseOf[item] ?? 0) * codes.length + run });
    runs.counted[run] = own.counted;
    runs.wrong[run] = own.wrong;
  }
  const sum = (column: Int32Array): number => column.reduce((total, n) => total + n, 0);
  const all = { counted: sum(runs.counted), wrong: sum(runs.wrong) };
  return { items, runs, all, cells, places: Int32Array.from(known.keys()) };
}

/** Log-odds of a wrong answer, half an answer added to either side so that none and all have one. */
const logOdds = ({ counted, wrong }: WrongTally): number => Math.log((wrong + 0.5) / (counted - wrong + 0.5));

/** An answer that contradicts what the run's other answers, and other runs' answers to the same item, predict. */
export interface AnswerSurprise {
  readonly item: number;
  readonly run: number;
  readonly wrong: boolean;
  /** What happened had this probability. */
  readonly chance: number;
  /** The other runs' answers to the item. */
  readonly others: WrongTally;
}

/** Answers less likely than this are surprises. */
const RARE = 0.05;

/**
 * Lists the answers of a probability below 5 %, the least likely first. Log-odds of a wrong answer are taken to add up (G. Rasch,
 * Probabilistic Models for Some Intelligence and Attainment Tests, 1960): those of the item among the other runs, plus those of
 * the run, less those of all answers.
 */
export function surprisesOf(
  codes: readonly RaterCodes[],
  { items, runs, all }: AnswerDifficulty,
): readonly AnswerSurprise[] {
  const found: AnswerSurprise[] = [];
  for (const [run, column] of codes.entries()) {
    const weakness = Math.exp(logOdds(tallyAt(runs, run)) - logOdds(all));
    for (let item = 0; item < column.length; item += 1) {
      const code = column[item];
      if (code !== RIGHT_LABEL && code !== WRONG) continue;
      const counted = (items.counted[item] ?? 0) - 1;
      const wrong = (items.wrong[item] ?? 0) - (code === WRONG ? 1 : 0);
      const odds = ((wrong + 0.5) / (counted - wrong + 0.5)) * weakness;
      const chance = (code === WRONG ? odds : 1) / (1 + odds);
      if (chance < RARE) found.push({ item, run, wrong: code === WRONG, chance, others: { counted, wrong } });
    }
  }
  return found.sort((a, b) => a.chance - b.chance || a.item - b.item || a.run - b.run);
}

/** Takes the first `most` items of a list that differ in their key. */
export function firstOfEach<T>(list: readonly T[], keyOf: (one: T) => unknown, most: number): readonly T[] {
  const seen = new Set<unknown>();
  const kept: T[] = [];
  for (const one of list) {
    if (kept.length === most) break;
    if (seen.has(keyOf(one))) continue;
    seen.add(keyOf(one));
    kept.push(one);
  }
  return kept;
}
