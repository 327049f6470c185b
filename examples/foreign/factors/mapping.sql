-- Scores by factor and setting, nested; what people gave is a wide table. Each setting is a run; −1 is no score.
-- run
SELECT 'factors' AS benchmark, 'grader-' || setting AS judge, 'pointwise' AS protocol FROM (VALUES ('plain'), ('hinted')) AS settings(setting);
-- instances
SELECT item AS instance, 'Poster ' || item AS prompt, _file, _row FROM people;
-- gold
SELECT item AS instance, factor AS criterion, 'quality' AS kind, value, _file, _row
FROM (UNPIVOT people ON COLUMNS(* EXCLUDE (item, _file, _row)) INTO NAME factor VALUE value);
-- judgments
SELECT _key AS instance, factor AS criterion, 'grader-' || setting AS judge, nullif(score, -1) AS score, _file, _row
FROM (UNPIVOT (
  SELECT _key, factor, _file, _row, unnest(given)
  FROM (UNPIVOT scores ON COLUMNS(* EXCLUDE (_key, _file, _row)) INTO NAME factor VALUE given)
) ON plain, hinted INTO NAME setting VALUE score);
