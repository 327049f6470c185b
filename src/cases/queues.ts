import { GOLD_SETS, READ } from '../metrics/answers.ts';
import { agreesSql } from '../metrics/choices.ts';

/** The share of the range of people's ratings that a score must miss a rating by to be another answer: 6 points of 0 to 10. */
const MISSED = 0.6;

const KEY = 'instance, response, criterion, kind';

/** Rows (instance, queue, agree, readable, criterion). Judges of a family have one vote (of scores the mean; divided: none), and it takes two families to agree. */
export const QUEUE_ROWS = `WITH sets AS (SELECT scope, ${KEY}, value, number, annotator FROM (${GOLD_SETS}) WHERE kind <> 'reference'),
labels AS (SELECT ${KEY}, value, number FROM sets WHERE annotator = '' QUALIFY row_number() OVER (PARTITION BY ${KEY} ORDER BY scope) = 1),
sure AS (
  SELECT ${KEY} FROM (FROM sets WHERE annotator <> '') AS raters JOIN labels USING (${KEY})
  GROUP BY ALL HAVING count(*) > 1 AND bool_and(coalesce(raters.number = labels.number, raters.value = labels.value))),
said AS (
  SELECT coalesce(nullif(judges.family, ''), runs.judge) AS family, instance, response::VARCHAR AS response, criterion::VARCHAR AS criterion,
    CASE protocol WHEN 'critique' THEN 'correct' WHEN 'pairwise' THEN 'preference' ELSE 'quality' END AS kind,
    verdict::VARCHAR AS verdict, score
  FROM judgments JOIN runs USING (run) LEFT JOIN judges USING (judge)
  WHERE ${READ} AND condition = 'base' AND stage IN ('judge', 'critique') AND protocol <> 'perturbation' AND NOT coalesce(reference, false)),
counts AS (SELECT family, ${KEY}, verdict, count(*) AS n FROM said WHERE kind <> 'quality' AND verdict IS NOT NULL GROUP BY ALL),
votes AS (SELECT family, ${KEY}, arg_max(verdict, n) AS verdict FROM counts GROUP BY ALL HAVING count(*) = 1 OR max(n, 2)[1] > max(n, 2)[2]),
verdicts AS (SELECT ${KEY}, verdict, count(*) AS agree FROM votes GROUP BY ALL),
others AS (
  SELECT ${KEY}, max(agree) FILTER (NOT ${agreesSql('verdict')}) AS agree, sum(agree) AS readable
  FROM verdicts JOIN (SELECT ${KEY}, value AS label FROM labels) USING (${KEY}) GROUP BY ALL),
misses AS (
  SELECT ${KEY}, count_if(abs(mean - number) >= reach) AS agree, count(*) AS readable
  FROM (SELECT family, ${KEY}, avg(score) AS mean FROM said WHERE kind = 'quality' AND score IS NOT NULL GROUP BY ALL)
    JOIN labels USING (${KEY}), (SELECT ${MISSED} * (max(number) - min(number)) AS reach FROM labels WHERE kind = 'quality')
  GROUP BY ALL)
SELECT instance, CASE WHEN sure.instance IS NULL THEN 'suspect' ELSE 'blind' END AS queue, agree::DOUBLE AS agree, readable::DOUBLE AS readable, criterion
FROM (FROM others UNION ALL FROM misses) LEFT JOIN sure USING (${KEY}) WHERE agree > 1
QUALIFY row_number() OVER (PARTITION BY instance, queue ORDER BY agree / readable DESC, agree DESC, criterion, response) = 1`;
