-- run
SELECT DISTINCT judge, 'arena-hard' AS benchmark, 'pairwise' AS protocol FROM "*.jsonl";
-- instances
SELECT uid || '/' || model AS instance, uid AS cluster, category AS "attributes.task", model AS "attributes.source", _file, _row FROM "*.jsonl";
-- judgments
WITH shown AS (
  SELECT uid, model, judge, 'ab' AS "order", games[1] AS game, _file, _row FROM "*.jsonl"
  UNION ALL SELECT uid, model, judge, 'ba', games[2], _file, _row FROM "*.jsonl"
)
SELECT uid || '/' || model AS instance, judge, "order", game.judgment.answer AS rationale, _file, _row,
  CASE WHEN game.score LIKE 'A>%' THEN 'a' WHEN game.score LIKE 'B>%' THEN 'b' WHEN game.score = 'A=B' THEN 'tie' END AS verdict_shown
FROM shown WHERE game IS NOT NULL;
