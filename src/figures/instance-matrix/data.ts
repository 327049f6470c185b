import { metricById } from '../../metrics/index.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { number, type Query, text } from '../../sql/query.ts';
import { bound } from '../../sql/quote.ts';
import {
  crossTable,
  groupedOf,
  type PairStatistic,
  type RaterCodes,
  scratchOf,
  shareOfTable,
  withInterval,
} from '../../stats/agreement.ts';
import type { FigureChoices } from '../kit/case-figure.ts';
import { type Losses, RIGHT_LABEL, WRONG } from '../kit/codes.ts';
import { shortenedStatistic } from '../kit/PairMatrix.tsx';

/** Answers that count, and how many of them are wrong, of many things in one order. */
interface WrongTallies {
  readonly counted: Int32Array;
  readonly wrong: Int32Array;
}

interface WrongTally {
  readonly counted: number;
  readonly wrong: number;
}

interface AnswerDifficulty {
  readonly items: WrongTallies;
  readonly runs: WrongTallies;
  readonly all: WrongTally;
  /** Each case has this place among the instances. */
  readonly places: Int32Array;
  /** A cell for every run on every case: cell = case · runs + run. */
  readonly cells: WrongTallies;
}

const tallies = (length: number): WrongTallies => ({ counted: new Int32Array(length), wrong: new Int32Array(length) });

const tallyAt = ({ counted, wrong }: WrongTallies, i: number): WrongTally => ({
  counted: counted[i] ?? 0,
  wrong: wrong[i] ?? 0,
});

/** Adds up `n` tallies at given places. Loops are plain here and below, because they run over every answer of every run. */
function sumAt({ counted, wrong }: WrongTallies, n: number, placeOf: (i: number) => number): WrongTally {
  let all = 0;
  let bad = 0;
  for (let i = 0; i < n; i += 1) {
    const place = placeOf(i);
    all += counted[place] ?? 0;
    bad += wrong[place] ?? 0;
  }
  return { counted: all, wrong: bad };
}

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
interface AnswerSurprise {
  readonly item: number;
  readonly run: number;
  readonly wrong: boolean;
  readonly chance: number;
  readonly others: WrongTally;
}

const RARE = 0.05;

/** Answers of a chance below 5 %, the least likely first: log-odds add up (G. Rasch, 1960), those of the item among the other runs and the run's, less those of all. */
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

function firstOfEach<T>(list: readonly T[], keyOf: (one: T) => unknown, most: number): readonly T[] {
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

export interface ListedSurprise {
  readonly instance: string;
  /** Which answer to the case it is: its criterion or bias type, or what was asked. */
  readonly part: string;
  readonly run: string;
  readonly label: string;
  readonly chance: number;
  readonly others: WrongTally;
}

interface Band extends WrongTally {
  readonly label: string;
  readonly cases: number;
  readonly outcome: 'right' | 'wrong' | '';
}

export interface MatrixData {
  readonly protocol: Protocol;
  /** Fewest wrong answers first; `levels` has a character per column (a step of `WRONG_LEVELS`, or `UNJUDGED`), `coarse` the same for a phone. */
  readonly rows: readonly (WrongTally & {
    readonly run: string;
    readonly label: string;
    readonly wrongShare: PairStatistic | null;
    readonly levels: string;
    readonly coarse: string;
  })[];
  /** The cases that each column stands for, the easiest first. */
  readonly columns: readonly number[];
  readonly cases: number;
  readonly answers: number;
  readonly bands: readonly Band[];
  /** How many answers are surprises; the first of either kind follow, one per case. */
  readonly surprises: number;
  readonly failed: readonly ListedSurprise[];
  readonly solved: readonly ListedSurprise[];
}

/** More cases than this do not have a column each: neighbours in difficulty share one. */
const MOST_COLUMNS = 400;
const BINS = 100;
/** As many columns as leave each about 5 px on a phone. */
const COARSE = 64;
const MOST_LISTED = 8;

/** A share of wrong answers up to this is not all of them: one right answer among millions keeps it below, whatever rounding does. */
const NOT_ALL = 1 - 1e-9;

/** Shares of wrong answers up to which each step of the scale reaches; in the first none are wrong, in the last all. */
export const WRONG_LEVELS: readonly number[] = [0, 0.25, 0.5, 0.75, NOT_ALL, 1];
export const UNJUDGED = '-';

const levelOf = ({ counted, wrong }: WrongTally): string =>
  counted === 0 ? UNJUDGED : String(WRONG_LEVELS.findIndex((upTo) => wrong / counted <= upTo));

const sumOf = (parts: readonly WrongTally[]): WrongTally => ({
  counted: parts.reduce((sum, { counted }) => sum + counted, 0),
  wrong: parts.reduce((sum, { wrong }) => sum + wrong, 0),
});

const shareWrong = ({ counted, wrong }: WrongTally): number => wrong / counted;

interface CaseTally extends WrongTally {
  readonly index: number;
}

/** Cases with answers that count, the easiest first; equally difficult ones in the order of the release. */
function byDifficulty({ places, cells, runs }: AnswerDifficulty): readonly CaseTally[] {
  const width = runs.counted.length;
  return Array.from(places, (place, index) => {
    const own = sumAt(cells, width, (run) => index * width + run);
    return { ...own, index, place };
  })
    .filter(({ counted }) => counted > 0)
    .sort((a, b) => shareWrong(a) - shareWrong(b) || a.place - b.place);
}

const cut = <T>(list: readonly T[], parts: number): readonly (readonly T[])[] =>
  Array.from({ length: parts }, (_, i) =>
    list.slice(Math.floor((i * list.length) / parts), Math.floor(((i + 1) * list.length) / parts)),
  );

const BAND_WIDTH = 0.1;

/** Ten steps between none and all. */
const BANDS: readonly { readonly label: string; readonly upTo: number; readonly outcome: Band['outcome'] }[] = [
  { label: 'none', upTo: 0, outcome: 'right' },
  ...Array.from({ length: 10 }, (_, i) => ({
    label: i === 9 ? 'over 90 %, not all' : i === 0 ? 'up to 10 %' : `${i * 10} to ${(i + 1) * 10} %`,
    upTo: i === 9 ? NOT_ALL : (i + 1) * BAND_WIDTH,
    outcome: '' as const,
  })),
  { label: 'all', upTo: 1, outcome: 'wrong' },
];

function bandsOf(cases: readonly CaseTally[]): readonly Band[] {
  const of = Map.groupBy(cases, (one) => BANDS.findIndex(({ upTo }) => shareWrong(one) <= upTo));
  return BANDS.map(({ label, outcome }, i) => {
    const own = of.get(i) ?? [];
    return { label, outcome, cases: own.length, ...sumOf(own) };
  });
}

function wrongShares(
  codes: readonly RaterCodes[],
  { size, groups }: Pick<Losses, 'size' | 'groups'>,
): readonly (PairStatistic | null)[] {
  const scratch = scratchOf(size, groups);
  return codes.map((column) => {
    const table = crossTable(column, column, { size, groups, grouped: scratch });
    const { value } = shareOfTable(table);
    return value === null ? null : shortenedStatistic(withInterval(groupedOf(table, value), 'share'));
  });
}

function rowsOf(
  losses: Losses,
  difficulty: AnswerDifficulty,
  {
    shares,
    columns,
    coarse,
  }: {
    readonly shares: readonly (PairStatistic | null)[];
    readonly columns: readonly (readonly CaseTally[])[];
    readonly coarse: readonly (readonly CaseTally[])[];
  },
): MatrixData['rows'] {
  const width = losses.runs.length;
  const rows = losses.runs.map(({ run, label }, place) => {
    const share = (cases: readonly CaseTally[]): WrongTally =>
      sumAt(difficulty.cells, cases.length, (i) => (cases[i]?.index ?? 0) * width + place);
    const levelsOf = (parts: typeof columns): string => parts.map((cases) => levelOf(share(cases))).join('');
    const drawn = { levels: levelsOf(columns), coarse: levelsOf(coarse) };
    return { run, label, ...tallyAt(difficulty.runs, place), wrongShare: shares[place] ?? null, ...drawn };
  });
  return rows.sort((a, b) => (a.wrongShare?.value ?? 2) - (b.wrongShare?.value ?? 2));
}

function partWords(choices: FigureChoices, slice: Losses['slices'][number] | undefined): string {
  if (slice === undefined) return '';
  const { part, metric } = slice;
  const named = [...choices.criteria, ...choices.biasTypes].find(({ id }) => id === part);
  return named?.label ?? (part === '' ? (metricById(metric)?.label ?? metric) : part);
}

async function namesOf(query: Query, places: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await query(
    `SELECT rowid::INTEGER AS place, instance FROM instances WHERE rowid IN (${bound(places)})`,
    places,
  );
  return new Map(rows.map((row) => [number(row, 'place'), text(row, 'instance')]));
}

async function listed(
  query: Query,
  choices: FigureChoices,
  { losses, surprises }: { readonly losses: Losses; readonly surprises: readonly AnswerSurprise[] },
): Promise<readonly ListedSurprise[]> {
  const placeOf = ({ item }: AnswerSurprise): number => losses.places[item] ?? 0;
  const first = firstOfEach(surprises, placeOf, MOST_LISTED);
  if (first.length === 0) return [];
  const names = await namesOf(query, first.map(placeOf));
  return first.map((one) => ({
    instance: names.get(placeOf(one)) ?? '',
    part: partWords(choices, losses.slices[losses.slice[one.item] ?? 0]),
    run: losses.runs[one.run]?.run ?? '',
    label: losses.runs[one.run]?.label ?? '',
    chance: one.chance,
    others: one.others,
  }));
}

export async function instanceMatrixOf(
  query: Query,
  choices: FigureChoices,
  { protocol, losses }: { readonly protocol: Protocol; readonly losses: Losses },
): Promise<MatrixData | null> {
  const { codes } = losses;
  const difficulty = difficultyOf(codes, losses.places);
  const cases = byDifficulty(difficulty);
  if (cases.length === 0) return null;
  const columns = cut(cases, cases.length > MOST_COLUMNS ? BINS : cases.length);
  const surprises = surprisesOf(codes, difficulty);
  return {
    protocol,
    rows: rowsOf(losses, difficulty, {
      shares: wrongShares(codes, losses),
      columns,
      coarse: cut(cases, Math.min(COARSE, cases.length)),
    }),
    columns: columns.map((own) => own.length),
    cases: cases.length,
    answers: difficulty.all.counted,
    bands: bandsOf(cases),
    surprises: surprises.length,
    failed: await listed(query, choices, { losses, surprises: surprises.filter(({ wrong }) => wrong) }),
    solved: await listed(query, choices, { losses, surprises: surprises.filter(({ wrong }) => !wrong) }),
  };
}
