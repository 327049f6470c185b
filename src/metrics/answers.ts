import { bitCount } from '../sql/quote.ts';
import { type Step, sqlStep } from '../sql/step.ts';
import { encodedSql, promisedStep, repeatedRuns, sliceSql } from './items.ts';
import { GOLD_SETS, READ, SCOPE } from './ledger.ts';
import type { Settings } from './query.ts';

const SCOPES = `SELECT run, protocol, ${SCOPE} AS scope FROM runs`;

const OF_RUNS = `SELECT scope, run, instance, criterion, repeat, "order", verdict, parse, lenient
FROM judgments JOIN scopes USING (run)
WHERE protocol = 'pairwise' AND stage = 'judge' AND condition = 'base'`;

/** Labels of single annotators as the answers of a run named after the annotator. */
const OF_ANNOTATORS = `SELECT annotator AS scope, annotator AS run, instance, criterion, 0 AS repeat, 'ab' AS "order",
  value AS verdict, 'ok' AS parse, NULL::VARCHAR AS lenient
FROM gold WHERE kind = 'preference' AND annotator <> ''`;

const AGGREGATED = `SELECT scope, instance, criterion, value FROM gold_sets WHERE kind = 'preference' AND annotator = ''`;

/** For each annotator the majority of those others who prefer one; a tied vote is no label. */
const OF_OTHERS = `SELECT scope, instance, criterion, CASE WHEN lead > 0 THEN 'a' WHEN lead < 0 THEN 'b' END AS value
FROM (
  SELECT own.annotator AS scope, instance, criterion, count_if(other.value = 'a') - count_if(other.value = 'b') AS lead
  FROM gold AS own JOIN gold AS other USING (instance, criterion, kind)
  WHERE kind = 'preference' AND own.annotator <> '' AND other.annotator <> '' AND own.annotator <> other.annotator
  GROUP BY ALL)`;

/**
 * Makes `answers` (scope, run, instance, criterion, repeat, order, verdict, parse, lenient) and `labels` (scope, instance, criterion,
 * value): who is judged, and by what. Runs share one set of labels (scope ''), unless they bring their own; an annotator has a set of his
 * own (scope = run). `label_sets` lists the scopes, `promised` the repeats that runs owe. With `run` the answers are those of one run; such
 * steps can only be composed.
 */
export function answerSteps(settings: Settings, run?: string): readonly Step[] {
  const { judged } = settings;
  const answers = judged === 'runs' ? OF_RUNS : OF_ANNOTATORS;
  const own =
    run === undefined
      ? { sql: answers, params: [] }
      : { sql: `SELECT * FROM (${answers}) WHERE run = ?`, params: [run] };
  const sets = judged === 'runs' ? 'scopes' : `(SELECT annotator AS scope FROM gold WHERE annotator <> '')`;
  return [
    sqlStep('table', 'scopes', SCOPES),
    sqlStep('view', 'gold_sets', GOLD_SETS),
    promisedStep(settings),
    sqlStep('view', 'label_sets', `SELECT DISTINCT scope FROM ${sets}`),
    { name: 'answers', kind: 'view', ...own },
    sqlStep('view', 'labels', judged === 'runs' ? AGGREGATED : OF_OTHERS),
  ];
}

/** Sets of criteria are BIGINTs: a bit per criterion of the benchmark, without the sign. */
export const MOST_CRITERIA = 62;

/** `criteria`: every criterion of labels or judgments with its bit; an error if there are too many. */
const CRITERIA = `SELECT criterion, ${encodedSql('criterion')} AS name,
  CASE WHEN place > ${MOST_CRITERIA} THEN error('more than ${MOST_CRITERIA} criteria in one benchmark') ELSE 1::BIGINT << (place - 1)::INTEGER END AS mask
FROM (
  SELECT criterion, row_number() OVER (ORDER BY criterion) AS place FROM (
    SELECT criterion FROM gold_sets WHERE kind = 'preference' UNION SELECT criterion FROM judgments))`;

/** The slice of a row joined to `criteria`. */
export const CRITERION_SLICE = sliceSql({ split: 'split', criterion: 'name', repeat: 'repeat' });

/** `truth`: per set of labels and instance the criteria on which people preferred a, b, and those with any label, which may call the pair level; empty without. */
const TRUTH = `WITH sets AS (
  SELECT scope, instance, bit_or(CASE WHEN value = 'a' THEN mask ELSE 0 END) AS gold_a, bit_or(CASE WHEN value = 'b' THEN mask ELSE 0 END) AS gold_b,
    bit_or(mask) AS labelled
  FROM labels JOIN criteria USING (criterion) WHERE value IS NOT NULL GROUP BY scope, instance)
SELECT scope, instance, cluster, split, part, coalesce(gold_a, 0) AS gold_a, coalesce(gold_b, 0) AS gold_b, coalesce(labelled, 0) AS labelled
FROM label_sets CROSS JOIN items LEFT JOIN sets USING (scope, instance)`;

/** `marks`: per run, instance, repeat: answers read directly, criteria listed, those listed in the first order (ab), and per order those seen and answered a or b. */
const MARKS = `WITH coded AS (
  SELECT scope, run, instance, repeat, parse, mask, CASE WHEN parse <> 'missing' THEN mask ELSE 0 END AS seen,
    "order" = 'ab' AS ab, CASE WHEN ${READ} THEN verdict END AS choice
  FROM answers JOIN criteria USING (criterion))
SELECT any_value(scope) AS scope, run, instance, repeat, bit_or(mask) AS listed, bit_or(CASE WHEN ab THEN mask ELSE 0 END) AS listed_ab,
  count_if(parse = 'ok') AS n_ok,
  bit_or(CASE WHEN ab THEN seen ELSE 0 END) AS seen_ab, bit_or(CASE WHEN ab THEN 0 ELSE seen END) AS seen_ba,
  bit_or(CASE WHEN ab AND choice = 'a' THEN seen ELSE 0 END) AS a_ab, bit_or(CASE WHEN ab AND choice = 'b' THEN seen ELSE 0 END) AS b_ab,
  bit_or(CASE WHEN NOT ab AND choice = 'a' THEN seen ELSE 0 END) AS a_ba, bit_or(CASE WHEN NOT ab AND choice = 'b' THEN seen ELSE 0 END) AS b_ba
FROM coded GROUP BY run, instance, repeat`;

/** Labelled instances that a repeat lacks altogether, in the parts that its run touched: nothing listed, nothing seen. */
const ABSENT_MARKS = `WITH labelled AS (SELECT scope, instance, part FROM truth WHERE labelled <> 0),
held AS (SELECT scope, run, repeat, part, count(*) AS n FROM marks JOIN labelled USING (scope, instance) GROUP BY ALL),
repeats AS (SELECT run, repeat FROM marks UNION SELECT run, repeat FROM promised),
touched AS (SELECT DISTINCT scope, run, part, repeats.repeat AS repeat FROM held JOIN repeats USING (run)),
whole AS (SELECT scope, part, count(*) AS n FROM labelled GROUP BY ALL),
expected AS (
  SELECT scope, run, labelled.instance, repeat
  FROM touched JOIN whole USING (scope, part) LEFT JOIN held USING (scope, run, part, repeat) JOIN labelled USING (scope, part)
  WHERE coalesce(held.n, 0) < whole.n)
SELECT scope, run, instance, repeat, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM expected ANTI JOIN marks USING (scope, run, instance, repeat)`;

/** Runs that judged some question of a split in both orders: only they have values over two orders. */
const BOTH_ORDERS = `SELECT run, split FROM marks JOIN truth USING (scope, instance)
  GROUP BY run, split HAVING bit_or(seen_ab & seen_ba) <> 0`;

/** `marked`: marks beside the labels that count: of criteria seen, or of all if missing is wrong. The verdict is the first order's, else the second's. */
const MARKED = `SELECT run, cluster, instance, split, CASE WHEN repeated.run IS NULL THEN '' ELSE marks.repeat::VARCHAR END AS repeat,
  gold_a & counted AS gold_a, gold_b & counted AS gold_b, labelled & ~listed AS absent, n_ok,
  a_ab | (a_ba & ~listed_ab) AS a, b_ab | (b_ba & ~listed_ab) AS b, seen_ab & seen_ba AS both_orders, (a_ab & a_ba) | (b_ab & b_ba) AS same,
  orders.run IS NOT NULL AS in_orders, (gold_a | gold_b) & counted_ab AS asked_ab, (gold_a | gold_b) & counted_ba AS asked_ba,
  (a_ab & gold_a) | (b_ab & gold_b) AS right_ab, (a_ba & gold_a) | (b_ba & gold_b) AS right_ba,
  (a_ab & gold_b) | (b_ab & gold_a) AS wrong_ab, (a_ba & gold_b) | (b_ba & gold_a) AS wrong_ba
FROM (
  SELECT *, CASE WHEN missing = 'wrong' THEN -1 ELSE seen_ab | (seen_ba & ~listed_ab) END AS counted,
    CASE WHEN missing = 'wrong' THEN -1 ELSE seen_ab END AS counted_ab, CASE WHEN missing = 'wrong' THEN -1 ELSE seen_ba END AS counted_ba
  FROM marks CROSS JOIN settings) AS marks
JOIN truth USING (scope, instance)
LEFT JOIN (${BOTH_ORDERS}) AS orders USING (run, split)
LEFT JOIN ${repeatedRuns('marks')} AS repeated USING (run)`;

/** `patterns`: distinct demands on a sheet, so that slices and pairs of criteria are computed once each: split, repeat, criteria labelled a and b, both (scope). */
const PATTERNS = `SELECT (row_number() OVER (ORDER BY split, repeat, gold_a, gold_b))::INTEGER AS pattern, split, repeat, gold_a, gold_b,
  gold_a | gold_b AS scope, gold_a <> 0 AND gold_b <> 0 AS conflict,
  ${bitCount('gold_a')} AS n_a, ${bitCount('gold_b')} AS n_b
FROM (SELECT DISTINCT split, repeat, gold_a, gold_b FROM marked)`;

/** `sheets`: a row per run, instance, repeat: its pattern; sets of criteria answered a, b, right, absent, in both orders, and then alike; answers read directly. */
const SHEETS = `SELECT run, cluster, instance, pattern, a, b, (a & gold_a) | (b & gold_b) AS correct, absent, n_ok, both_orders, same
FROM marked JOIN patterns USING (split, repeat, gold_a, gold_b)`;

/** `orders`: runs in both orders: per order the labelled criteria that count (asked), those with the labelled response, and those with the other. */
const ORDERS = `SELECT run, cluster, instance, split, repeat, asked_ab, asked_ba, right_ab, right_ba, wrong_ab, wrong_ba
FROM marked WHERE in_orders AND (asked_ab | asked_ba) <> 0`;

/** `opposed`: per pattern the ordered pairs of criteria with different labels. */
const OPPOSED = `SELECT pattern, split, repeat, one.name AS criterion, one.mask AS mask, two.name AS other, two.mask AS other_mask
FROM patterns
JOIN criteria AS one ON (scope & one.mask) <> 0
JOIN criteria AS two ON (scope & two.mask) <> 0 AND ((gold_a & one.mask) = 0) <> ((gold_a & two.mask) = 0)
WHERE conflict`;

const ABSENT = sqlStep('rows', 'marks', ABSENT_MARKS);

/** Steps of the pairwise metrics; they read `items`, `settings`, `answers`, `labels` and `label_sets`. */
export const SHEET_STEPS: readonly Step[] = [
  sqlStep('table', 'criteria', CRITERIA),
  sqlStep('table', 'truth', TRUTH),
  sqlStep('table', 'marks', MARKS),
  ABSENT,
  sqlStep('table', 'marked', MARKED),
  sqlStep('table', 'patterns', PATTERNS),
  sqlStep('table', 'sheets', SHEETS),
  sqlStep('table', 'orders', ORDERS),
  sqlStep('table', 'opposed', OPPOSED),
];

/** The same without the cases that a run lacks altogether: under the official settings they have rows of coverage only, and take half of the time. */
export const JUDGED_STEPS: readonly Step[] = SHEET_STEPS.filter((one) => one !== ABSENT);
