-- run
SELECT 'pointwise' AS protocol;
-- instances
SELECT index AS instance, question AS prompt, answer AS "attributes.target", _file, _row FROM "*.tsv";
-- judgments
SELECT index AS instance, hit AS score, prediction AS raw, log AS rationale, _file, _row FROM "*.tsv";
