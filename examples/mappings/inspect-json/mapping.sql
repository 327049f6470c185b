-- run
SELECT eval.model AS judge, regexp_replace(lower(eval.task), '[^a-z0-9]+', '-', 'g') AS benchmark, 'pointwise' AS protocol FROM "*.json";
-- instances
SELECT DISTINCT ON (s.id) s.id AS instance, s.input::VARCHAR AS prompt, _file, _row FROM (SELECT unnest(samples) AS s, _file, _row FROM "*.json");
-- judgments
SELECT id AS instance, scorer AS criterion, epoch - 1 AS repeat, given.answer AS raw, given.explanation AS rationale, _file, _row,
  CASE given.value WHEN 'C' THEN '1' WHEN 'P' THEN '0.5' WHEN 'I' THEN '0' WHEN 'N' THEN '0' ELSE given.value END AS score
FROM (UNPIVOT (
  SELECT id, epoch, _file, _row, CAST(COLUMNS(* EXCLUDE (id, epoch, _file, _row)) AS STRUCT("value" VARCHAR, answer VARCHAR, explanation VARCHAR))
  FROM (SELECT s.id, s.epoch, _file, _row, unnest(s.scores) FROM (SELECT unnest(samples) AS s, _file, _row FROM "*.json"))
) ON COLUMNS(* EXCLUDE (id, epoch, _file, _row)) INTO NAME scorer VALUE given);
