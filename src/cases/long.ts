import { METRICS, metricById } from '../metrics/index.ts';
import { encodedSql } from '../metrics/items.ts';
import { GOLD_SETS, SCOPE } from '../metrics/ledger.ts';
import type { Statement } from '../sql/query.ts';
import { literal, literals } from '../sql/quote.ts';
import type { FileColumn } from './choices.ts';
import type { Scope } from './wanted.ts';

/** Columns of a download with a row for each answer. */
export const ANSWER_COLUMNS: readonly FileColumn[] = [
  ...['instance', 'run', 'judge', 'variant', 'criterion', 'stage', 'condition', 'response', 'critique_judge'].map(
    (name) => ({ name, type: 'STRING' as const }),
  ),
  { name: 'repeat', type: 'INT32' },
  ...['order', 'verdict', 'gold'].map((name) => ({ name, type: 'STRING' as const })),
  { name: 'score', type: 'DOUBLE' },
  { name: 'parse', type: 'STRING' },
  { name: 'points', type: 'DOUBLE' },
  { name: 'points_metric', type: 'STRING' },
  { name: 'reason_length', type: 'INT32' },
];

/** Finds the metric whose rows are the points of an answer: the one asked for, else those that say of each answer whether it is right. */
function pointRows(asked: string): readonly string[] {
  const metric = metricById(asked);
  return metric === undefined
    ? METRICS.filter(({ rightness }) => rightness === 'each').map(({ id }) => id)
    : metric.rows;
}

const part = (key: string): string => `regexp_extract(slice, '(?:^|;)${key}=([^;]*)', 1)`;

/** The kind of label that an answer is compared with. */
const GOLD_KIND = `CASE WHEN stage <> 'judge' THEN CASE stage WHEN 'critique' THEN 'correct' END
  WHEN protocol = 'pairwise' THEN 'preference' ELSE 'quality' END`;

/** Points of an answer: of its criterion and repeat, or of the whole case where the metric does not tell them apart. A correction earns none. */
const OWN = `CASE WHEN stage <> 'correction' THEN list_filter(parts, lambda p:
      p.c IN ('', ${encodedSql('criterion::VARCHAR')}) AND p.r IN ('', repeat::VARCHAR))[1] END`;

/** One row per answer to the cases at some places (at least one): verdict or score, its label, and the points `sum(num) / sum(den)` of its case, criterion and repeat. */
export function longStatement(
  places: ArrayLike<number>,
  { metric, run, criterion }: Pick<Scope, 'metric' | 'run' | 'criterion'>,
): Statement {
  const rows = pointRows(metric);
  const only = [
    ...(run === '' ? [] : [`run = ${literal(run)}`]),
    ...(criterion === '' ? [] : [`criterion IN ('', ${literal(criterion)})`]),
  ];
  const where = only.length === 0 ? '' : `WHERE ${only.join(' AND ')}`;
  return {
    sql: `WITH chosen AS (
  SELECT instance, list_place FROM (
    SELECT unnest(list)::UINTEGER AS value, generate_subscripts(list, 1) AS list_place FROM (SELECT string_split(?, ',') AS list))
  JOIN instances ON instances.rowid = value),
answers AS (
  SELECT judgments.*, judge, variant, protocol, ${SCOPE} AS scope, ${GOLD_KIND} AS kind
  FROM judgments JOIN runs USING (run) WHERE instance IN (SELECT instance FROM chosen)),
labels AS (
  SELECT scope, instance, response, criterion, kind, min(value) AS gold
  FROM (${GOLD_SETS}) WHERE annotator = '' AND kind <> 'reference' GROUP BY ALL),
earned AS (
  SELECT run, instance, list({c: of_criterion, r: of_repeat, points: points, metric: metric}) AS parts FROM (
    SELECT run, instance, ${part('criterion')} AS of_criterion, ${part('repeat')} AS of_repeat,
      sum(num) / nullif(sum(den), 0) AS points, min(metric::VARCHAR) AS metric
    FROM contributions WHERE metric IN (${literals(rows)}) AND instance IN (SELECT instance FROM chosen) GROUP BY ALL)
  GROUP BY run, instance)
SELECT answers.instance, answers.run::VARCHAR AS run, judge::VARCHAR AS judge, variant, answers.criterion::VARCHAR AS criterion,
  stage::VARCHAR AS stage, condition::VARCHAR AS condition, answers.response::VARCHAR AS response,
  critique_judge::VARCHAR AS critique_judge, repeat::INTEGER AS repeat, "order"::VARCHAR AS "order", verdict::VARCHAR AS verdict, gold,
  score, parse::VARCHAR AS parse, own.points AS points, own.metric AS points_metric, length::INTEGER AS reason_length
FROM (
  SELECT answers.*, list_place, gold, ${OWN} AS own
  FROM (SELECT * FROM answers ${where}) AS answers JOIN chosen USING (instance)
    LEFT JOIN labels USING (scope, instance, kind, response, criterion) LEFT JOIN earned USING (run, instance)) AS answers
ORDER BY list_place, answers.run::VARCHAR, answers.criterion::VARCHAR, stage::VARCHAR, condition::VARCHAR, answers.response::VARCHAR,
  critique_judge::VARCHAR, repeat, "order"::VARCHAR`,
    params: [Array.from(places).join()],
  };
}
