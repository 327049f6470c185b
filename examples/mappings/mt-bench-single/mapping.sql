-- run
SELECT DISTINCT judge[1] AS judge, 'mt-bench' AS benchmark, 'pointwise' AS protocol FROM "*_single.jsonl";
-- instances
SELECT concat_ws('/', question_id, turn, model) AS instance, question_id AS cluster, user_prompt AS prompt, turn AS "attributes.turn", model AS "attributes.source", _file, _row
FROM "*_single.jsonl";
-- judgments
SELECT concat_ws('/', question_id, turn, model) AS instance, nullif(score, -1) AS score, judgment AS rationale, judge[1] AS judge, _file, _row FROM "*_single.jsonl";
