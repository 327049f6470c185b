-- A judge's answers are JSON in a code fence, without an id: the prompt says which pair each belongs to.
-- run
SELECT 'charts' AS benchmark, 'grader' AS judge, 'pairwise' AS protocol;
-- instances
SELECT id AS instance, prompt, kind AS "attributes.task", _file, _row FROM pairs;
-- gold
SELECT id AS instance, 'preference' AS kind, lower(label) AS value, _file, _row FROM pairs;
-- judgments
SELECT pairs.id AS instance, lower(regexp_extract(output, '"Model": "Model ([AB])"', 1)) AS verdict, output AS raw, judge._file, judge._row
FROM judge JOIN pairs ON pairs.prompt = judge.prompt;
