import type { Answer } from '../schema/benchmark.ts';
import type { RaterAgreement } from '../schema/board.ts';
import type { Slice } from '../schema/slice.ts';
import { numberWords, PAIR_ANSWERS } from '../schema/words.ts';
import { number, type Query, text } from '../sql/query.ts';
import { type ClusterLabels, clusteredKappa } from '../stats/agreement.ts';
import { meanOf } from '../stats/intervals.ts';
import type { Condition } from './query.ts';

/** What a trivial judge scores, in the metric's natural unit: `lo` = `hi` where it is exact; the basis says why. */
export interface TrivialRange {
  readonly lo: number;
  readonly hi: number;
  readonly basis: string;
}

/** Where a trivial judge is scored: a slice, with what is known of its prompts. */
export interface TrivialCase {
  readonly slice: Slice;
  /** Sizes that a paper prints of the split: `prompts`, `judgments`, `conflict_prompts`, `conflict_pairs`. */
  readonly counts: Readonly<Record<string, number>>;
  /** What the labels of the split say; null where there are none, or where the slice is a part of the split. */
  readonly labels: Chance | null;
  /** What the labels say of which critics are asked; null on other boards, and where the slice is a part of the cases. */
  readonly critics: CriticLabels | null;
}

/** The trivial judges, and people where they stand beside a share; in the order in which they are shown. */
export const TRIVIAL_JUDGES = [
  { id: 'coin-flip', label: 'Coin flip', about: 'Answers at random, independently for each question.' },
  {
    id: 'one-verdict-oracle',
    label: 'One-verdict oracle',
    about: 'Knows the best single verdict for a prompt and gives it on every criterion.',
  },
  {
    id: 'constant-scorer',
    label: 'Constant scorer',
    about: 'Gives every answer the same score whatever it sees.',
  },
  { id: 'always-a', label: 'Always A', about: 'Names the first of the two whatever it sees.' },
  {
    id: 'constant-answer',
    label: 'Best constant answer',
    about: 'Gives one and the same answer to every case: the one that the labels give most often.',
  },
  {
    id: 'people',
    label: 'Labels',
    about: 'What the labels say of the same pairs: not a judge, but what judges are measured by.',
  },
] as const;
export type TrivialJudge = (typeof TRIVIAL_JUDGES)[number]['id'];

/** The values by trivial judge; null or left out where nothing can be said. */
export type TrivialScores = Readonly<Partial<Record<TrivialJudge, (at: TrivialCase) => TrivialRange | null>>>;

export const exact = (value: number, basis: string): TrivialRange => ({ lo: value, hi: value, basis });

const basisOf = ({ prompts }: Chance): string => `from the labels of these ${numberWords(prompts)} prompts`;

/** Computes a value from the labels of the split; null where they do not suffice. */
export function fromLabels(labels: Chance | null, value: (labels: Chance) => number | null): TrivialRange | null {
  const found = labels === null ? null : value(labels);
  return labels === null || found === null ? null : exact(found, basisOf(labels));
}

const ANSWER_NAMES: Readonly<Record<Answer, string>> = { a: 'A', b: 'B', tie: 'tie', both_bad: 'both bad' };

function constant({ labels }: TrivialCase, given?: Answer): TrivialRange | null {
  if (labels === null) return null;
  const { said } = labels;
  const best = given ?? PAIR_ANSWERS.reduce((most, answer) => (said[answer] > said[most] ? answer : most));
  const all = PAIR_ANSWERS.reduce((sum, answer) => sum + said[answer], 0);
  return all === 0
    ? null
    : exact(said[best] / all, `always ${ANSWER_NAMES[best]}: ${numberWords(said[best])} of ${numberWords(all)} labels`);
}

export const ANY_OF_FOUR: TrivialScores = {
  'coin-flip': () => exact(1 / PAIR_ANSWERS.length, 'four equally likely answers'),
  'always-a': (at) => constant(at, 'a'),
  'constant-answer': (at) => constant(at),
};

/** The better of always A and always B, where only labels that prefer one of the two count. */
export const BEST_OF_TWO: TrivialScores = {
  'constant-answer': ({ labels }) =>
    fromLabels(labels, ({ said: { a, b } }) => (a + b === 0 ? null : Math.max(a, b) / (a + b))),
};

export const bestOfStage = (stage: 'critique' | 'preference'): TrivialScores => ({
  'constant-answer': ({ critics }) => {
    const counts = [...(critics?.get(stage) ?? [])].sort(([, one], [, other]) => other - one);
    const all = counts.reduce((sum, [, n]) => sum + n, 0);
    const [best] = counts;
    return best === undefined
      ? null
      : exact(best[1] / all, `always ${best[0]}: ${numberWords(best[1])} of ${numberWords(all)} labels`);
  },
});

export const peopleDecided = ({ labels }: TrivialCase): TrivialRange | null =>
  fromLabels(labels, ({ said: { a, b }, level }) => (a + b) / (a + b + level));

export const peopleForA = ({ labels }: TrivialCase): TrivialRange | null =>
  fromLabels(labels, ({ said: { a, b } }) => (a + b === 0 ? null : a / (a + b)));

export const EVEN: TrivialScores = {
  'coin-flip': ({ labels }) => exact(0.5, labels === null ? 'two equally likely answers' : basisOf(labels)),
};

/** Gives 0, since who gives one verdict per prompt never tells two criteria apart; null where the labels hold no conflict. */
export const noConflictMatched = (labels: Chance | null): TrivialRange | null =>
  labels === null
    ? exact(0, 'never gives two different verdicts')
    : fromLabels(labels, ({ conflictPrompts }) => (conflictPrompts > 0 ? 0 : null));

/** The most criteria of a prompt, where a paper prints only sums. */
const MAX_CRITERIA = 5;

/** Gives the least and greatest mean of `f` over prompts when only the mean of its argument is known and `f` lives on given points. */
function meanBounds(points: readonly (readonly [number, number])[], mean: number): { lo: number; hi: number } {
  const values: number[] = [];
  for (const [x1, y1] of points) {
    for (const [x2, y2] of points) {
      if (x1 <= mean && mean <= x2) values.push(x1 === x2 ? y1 : y1 + ((y2 - y1) * (mean - x1)) / (x2 - x1));
    }
  }
  return { lo: Math.min(...values), hi: Math.max(...values) };
}

/** Bounds the mean of 2^−K over prompts of K criteria; papers print the mean of K (judgments / prompts), not its distribution. */
export function allRightByCoin({ judgments, prompts }: TrivialCase['counts']): TrivialRange | null {
  if (judgments === undefined || prompts === undefined) return null;
  const points = Array.from({ length: MAX_CRITERIA }, (_, i) => [i + 1, 2 ** -(i + 1)] as const);
  const { lo, hi } = meanBounds(points, judgments / prompts);
  return {
    lo,
    hi,
    basis: `mean of 2^-K; the paper prints only the mean number of criteria K = ${(judgments / prompts).toFixed(2)}, which bounds it`,
  };
}

/** Bounds the mean of 1 − 2^(1−K) over prompts with a conflict; a split of K criteria into u + v has u·v conflicting pairs. */
export function someDifferByCoin({
  conflict_pairs: pairs,
  conflict_prompts: prompts,
}: TrivialCase['counts']): TrivialRange | null {
  if (pairs === undefined || prompts === undefined) return null;
  const points: [number, number][] = [];
  for (let u = 1; u < MAX_CRITERIA; u++) {
    for (let v = u; u + v <= MAX_CRITERIA; v++) points.push([u * v, 1 - 2 ** (1 - u - v)]);
  }
  const { lo, hi } = meanBounds(points, pairs / prompts);
  return {
    lo,
    hi,
    basis: `mean of 1 - 2^(1-K); the paper prints only ${pairs} conflicting pairs on ${prompts} prompts, which bounds it`,
  };
}

const labelsSql = (where: string): string => `SELECT split, instance, criterion, value, annotator FROM gold JOIN (
  SELECT instance, split FROM instances WHERE ${where}) USING (instance)
WHERE kind = 'preference'`;

/** How the labels of two criteria of a split go together: the number of instances per combination of labels. */
export interface CriterionPair {
  readonly split: string;
  readonly criterion: string;
  readonly other: string;
  readonly aa: number;
  readonly ab: number;
  readonly ba: number;
  readonly bb: number;
}

/** Selects the labels of an instance as bits (`a` and `b`, up to 62 criteria), and counts equal ones before they are paired. */
const pairsSql = (
  where: string,
): string => `WITH labels AS (${labelsSql(where)} AND annotator = '' AND value IN ('a', 'b')),
criteria AS (
  SELECT criterion, 1::BIGINT << (row_number() OVER (ORDER BY criterion) - 1)::INTEGER AS bit FROM (SELECT DISTINCT criterion FROM labels)),
prompts AS (
  SELECT split, bit_or(CASE value WHEN 'a' THEN bit ELSE 0 END) AS a, bit_or(CASE value WHEN 'b' THEN bit ELSE 0 END) AS b
  FROM labels JOIN criteria USING (criterion) GROUP BY split, instance),
patterns AS (SELECT split, a, b, count(*)::DOUBLE AS n FROM prompts GROUP BY split, a, b)
SELECT split, one.criterion AS criterion, two.criterion AS other,
  coalesce(sum(n) FILTER (a & one.bit <> 0 AND a & two.bit <> 0), 0) AS aa, coalesce(sum(n) FILTER (a & one.bit <> 0 AND b & two.bit <> 0), 0) AS ab,
  coalesce(sum(n) FILTER (b & one.bit <> 0 AND a & two.bit <> 0), 0) AS ba, coalesce(sum(n) FILTER (b & one.bit <> 0 AND b & two.bit <> 0), 0) AS bb
FROM patterns JOIN criteria AS one ON (a | b) & one.bit <> 0
  JOIN criteria AS two ON (a | b) & two.bit <> 0 AND one.criterion < two.criterion
GROUP BY split, one.criterion, two.criterion ORDER BY split, one.criterion, two.criterion`;

/** Gives every pair of criteria that share labelled instances; conflicts = ab + ba, phi from the four counts. */
export async function criterionPairs(query: Query, where: Condition): Promise<readonly CriterionPair[]> {
  const rows = await query(pairsSql(where.sql), where.params);
  return rows.map((row) => ({
    split: text(row, 'split'),
    criterion: text(row, 'criterion'),
    other: text(row, 'other'),
    aa: number(row, 'aa'),
    ab: number(row, 'ab'),
    ba: number(row, 'ba'),
    bb: number(row, 'bb'),
  }));
}

/** What the labels of a split are like: number of criteria in all, most of one instance, and level pairs. */
export interface LabelFacts {
  readonly criteria: number;
  readonly most: number;
  /** Labels that call the pair level, well or badly. */
  readonly level: number;
}

/** Values of answering at random, or with one verdict per prompt, on a split: from the criteria per instance and their conflicts. */
export interface Chance extends LabelFacts {
  readonly split: string;
  readonly prompts: number;
  readonly conflictPrompts: number;
  readonly conflictPairs: number;
  /** Mean of 2^−K over prompts of K criteria. */
  readonly allRight: number;
  /** Mean of 1 − 2^(1−K) over prompts with a conflict; null without one. */
  readonly someDiffer: number | null;
  /** Share of labels that agree with the most frequent one of their prompt. */
  readonly majority: number;
  readonly said: Readonly<Record<Answer, number>>;
}

const chanceSql = (where: string): string => `WITH every AS (${labelsSql(where)} AND annotator = ''),
labels AS (SELECT * FROM every WHERE value IN ('a', 'b')),
said AS (
  SELECT split, count_if(value = 'a')::DOUBLE AS a, count_if(value = 'b')::DOUBLE AS b, count_if(value = 'tie')::DOUBLE AS tie,
    count_if(value = 'both_bad')::DOUBLE AS both_bad
  FROM every GROUP BY split),
prompts AS (
  SELECT split, count(*) AS k, count_if(value = 'a') AS n_a, count_if(value = 'b') AS n_b, count(DISTINCT criterion) AS criteria
  FROM labels GROUP BY split, instance),
names AS (SELECT split, count(DISTINCT criterion)::DOUBLE AS criteria FROM labels GROUP BY split)
SELECT split, any_value(names.criteria) AS criteria, max(prompts.criteria)::DOUBLE AS most, count(*)::DOUBLE AS prompts,
  count_if(n_a > 0 AND n_b > 0)::DOUBLE AS conflict_prompts, sum(n_a * n_b)::DOUBLE AS conflict_pairs,
  avg(pow(2, -k)) AS all_right, avg(1 - pow(2, 1 - k)) FILTER (n_a > 0 AND n_b > 0) AS some_differ, sum(greatest(n_a, n_b)) / sum(k) AS majority,
  any_value(said.a) AS a, any_value(said.b) AS b, any_value(said.tie) AS tie, any_value(said.both_bad) AS both_bad
FROM prompts JOIN names USING (split) JOIN said USING (split) GROUP BY split ORDER BY split`;

/** Gives the chances of each split with labels; `trivial` of the metrics makes the values of trivial judges of it. */
export async function trivialChances(query: Query, where: Condition): Promise<readonly Chance[]> {
  const rows = await query(chanceSql(where.sql), where.params);
  return rows.map((row) => ({
    split: text(row, 'split'),
    criteria: number(row, 'criteria'),
    most: number(row, 'most'),
    prompts: number(row, 'prompts'),
    conflictPrompts: number(row, 'conflict_prompts'),
    conflictPairs: number(row, 'conflict_pairs'),
    allRight: number(row, 'all_right'),
    someDiffer: row['some_differ'] === null ? null : number(row, 'some_differ'),
    majority: number(row, 'majority'),
    level: number(row, 'tie') + number(row, 'both_bad'),
    said: { a: number(row, 'a'), b: number(row, 'b'), tie: number(row, 'tie'), both_bad: number(row, 'both_bad') },
  }));
}

/** How often two people gave which labels to the same criterion of an instance, by split; a tie is a label of its own. */
const PAIRS = `WITH labels AS (
  SELECT split, instance, criterion, value, annotator FROM gold JOIN instances USING (instance)
  WHERE kind = 'preference' AND annotator <> '')
SELECT split, one.annotator AS first, two.annotator AS second, one.value AS a, two.value AS b, count(*)::DOUBLE AS n
FROM labels AS one JOIN labels AS two USING (split, instance, criterion)
WHERE one.annotator < two.annotator GROUP BY ALL ORDER BY ALL`;

interface PairRow {
  readonly raters: readonly [string, string];
  readonly counts: readonly ClusterLabels[];
}

async function pairsBySplit(query: Query): Promise<ReadonlyMap<string, readonly PairRow[]>> {
  const rows = await query(PAIRS);
  const bySplit = Map.groupBy(rows, (row) => text(row, 'split'));
  return new Map(
    [...bySplit].map(([split, own]) => {
      const byPair = Map.groupBy(own, (row) => JSON.stringify([row['first'], row['second']]));
      const pairs = [...byPair].map(([key, counted]): PairRow => {
        const [first, second] = JSON.parse(key) as [string, string];
        // Intervals are not asked for, so all cases may be one cluster.
        const counts = counted.map((row) => ({
          cluster: '',
          a: text(row, 'a'),
          b: text(row, 'b'),
          n: number(row, 'n'),
        }));
        return { raters: [first, second], counts };
      });
      return [split, pairs];
    }),
  );
}

/** Says how well the people agree who labelled pairs of a split, by split; a split without two of them, or without a kappa, is left out. */
export async function raterAgreement(query: Query): Promise<ReadonlyMap<string, RaterAgreement>> {
  return new Map(
    [...(await pairsBySplit(query))].flatMap(([split, pairs]) => {
      const kappas = pairs.flatMap(({ counts }) => clusteredKappa(counts).value?.kappa ?? []);
      if (kappas.length === 0) return [];
      const raters = new Set(pairs.flatMap((pair) => pair.raters)).size;
      const kappa = meanOf(kappas);
      return [[split, { kappa, pairs: kappas.length, raters }] as const];
    }),
  );
}

/** Number of labels by stage and what they say: what a critic would have to answer, over all cases that some critic judged. */
export type CriticLabels = ReadonlyMap<'critique' | 'preference', ReadonlyMap<string, number>>;
