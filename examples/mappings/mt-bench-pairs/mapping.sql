-- run
SELECT DISTINCT judge[1] AS judge, 'mt-bench' AS benchmark, 'pairwise' AS protocol FROM "*_pair.jsonl";
-- instances
SELECT concat_ws('/', question_id, turn, model_1, model_2) AS instance, question_id AS cluster, g1_user_prompt AS prompt, turn AS "attributes.turn", _file, _row
FROM "*_pair.jsonl";
-- judgments
WITH games AS (
  SELECT *, 'ab' AS "order", g1_winner AS winner, g1_judgment AS said FROM "*_pair.jsonl"
  UNION ALL SELECT *, 'ba', g2_winner, g2_judgment FROM "*_pair.jsonl"
)
SELECT concat_ws('/', question_id, turn, model_1, model_2) AS instance, "order", judge[1] AS judge, said AS rationale, _file, _row,
  CASE winner WHEN 'model_1' THEN 'a' WHEN 'model_2' THEN 'b' ELSE winner END AS verdict
FROM games;
