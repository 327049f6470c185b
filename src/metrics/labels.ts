import type { LabelCount } from '../stats/agreement.ts';
import { type Condition, number, type Query, text } from './query.ts';

const LABELS = `SELECT split, instance, criterion, value, annotator FROM gold JOIN (
  SELECT instance, split FROM instances WHERE :where) USING (instance)
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

/** Labels of an instance as bits (`a` and `b`, up to 62 criteria), and equal ones counted before they are paired. */
const PAIRS = `WITH labels AS (${LABELS} AND annotator = '' AND value IN ('a', 'b')),
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

/** Every pair of criteria that share labelled instances; conflicts = ab + ba, phi from the four counts. */
export async function criterionPairs(query: Query, where: Condition): Promise<readonly CriterionPair[]> {
  const rows = await query(filled(PAIRS, where), where.params);
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

/** How often two annotators gave which labels to the same (instance, criterion) of a split; a tie is a label of its own. */
export interface AnnotatorPair {
  readonly split: string;
  readonly annotators: readonly [string, string];
  readonly counts: readonly LabelCount[];
}

const AGREEMENT = `WITH labels AS (${LABELS} AND annotator <> '')
SELECT split, one.annotator AS first, two.annotator AS second, one.value AS a, two.value AS b, count(*)::DOUBLE AS n
FROM labels AS one JOIN labels AS two USING (split, instance, criterion)
WHERE one.annotator < two.annotator GROUP BY ALL ORDER BY ALL`;

/** Label counts per split and pair of annotators, for `meanKappa`. */
export async function annotatorPairs(query: Query, where: Condition): Promise<readonly AnnotatorPair[]> {
  const pairs = new Map<string, AnnotatorPair & { readonly counts: LabelCount[] }>();
  for (const row of await query(filled(AGREEMENT, where), where.params)) {
    const [split, first, second] = [text(row, 'split'), text(row, 'first'), text(row, 'second')];
    const key = JSON.stringify([split, first, second]);
    const pair = pairs.get(key) ?? { split, annotators: [first, second], counts: [] };
    pair.counts.push({ a: text(row, 'a'), b: text(row, 'b'), n: number(row, 'n') });
    pairs.set(key, pair);
  }
  return [...pairs.values()];
}

/** What trivial judges would score on a split, from the number of criteria per instance and their conflicts. */
export interface Chance {
  readonly split: string;
  readonly prompts: number;
  readonly conflictPrompts: number;
  readonly conflictPairs: number;
  /** Values per metric id; a metric without conflict prompts has none. */
  readonly coin: Readonly<Record<string, number>>;
  readonly oneVerdict: Readonly<Record<string, number>>;
}

const CHANCE = `WITH labels AS (${LABELS} AND annotator = '' AND value IN ('a', 'b')),
prompts AS (
  SELECT split, count(*) AS k, count_if(value = 'a') AS n_a, count_if(value = 'b') AS n_b FROM labels GROUP BY split, instance)
SELECT split, count(*)::DOUBLE AS prompts, count_if(n_a > 0 AND n_b > 0)::DOUBLE AS conflict_prompts, sum(n_a * n_b)::DOUBLE AS conflict_pairs,
  avg(pow(2, -k)) AS coin_pacc, avg(1 - pow(2, 1 - k)) FILTER (n_a > 0 AND n_b > 0) AS coin_tos, sum(greatest(n_a, n_b)) / sum(k) AS oracle_accuracy
FROM prompts GROUP BY split ORDER BY split`;

/**
 * Coin flip: accuracy ½, CMR ¼, PAcc mean 2^−K, TOS mean 1 − 2^(1−K) over conflict prompts. One-verdict oracle (knows the best
 * single verdict per prompt): PAcc 1 − share of conflict prompts, TOS and CMR 0, accuracy the share of the majority label.
 */
export async function chances(query: Query, where: Condition): Promise<readonly Chance[]> {
  const rows = await query(filled(CHANCE, where), where.params);
  return rows.map((row) => {
    const [prompts, conflictPrompts] = [number(row, 'prompts'), number(row, 'conflict_prompts')];
    const even = { criterion_accuracy: 0.5, criterion_average: 0.5, overall_accuracy: 0.5 };
    const coin = { ...even, pacc: number(row, 'coin_pacc'), conflict_discrimination: 0 };
    const oneVerdict = { overall_accuracy: number(row, 'oracle_accuracy'), pacc: 1 - conflictPrompts / prompts };
    const conflicts = conflictPrompts > 0;
    return {
      split: text(row, 'split'),
      prompts,
      conflictPrompts,
      conflictPairs: number(row, 'conflict_pairs'),
      coin: conflicts ? { ...coin, tos: number(row, 'coin_tos'), cmr: 0.25 } : coin,
      oneVerdict: conflicts ? { ...oneVerdict, tos: 0, cmr: 0, conflict_discrimination: 0, halo: 1 } : oneVerdict,
    };
  });
}

function filled(sql: string, where: Condition): string {
  return sql.replace(':where', () => where.sql);
}
