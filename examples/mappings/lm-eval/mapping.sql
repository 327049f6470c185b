-- run
SELECT DISTINCT regexp_extract(_file, '([^/]+)/[^/]*$', 1) AS judge, 'pointwise' AS protocol,
  regexp_replace(lower(regexp_extract(_file, 'samples_(.+)_\d{4}-', 1)), '[^a-z0-9]+', '-', 'g') AS benchmark
FROM "samples_*.jsonl";
-- instances
SELECT DISTINCT ON (doc_id) doc_id AS instance, target::VARCHAR AS "attributes.target", _file, _row FROM "samples_*.jsonl";
-- judgments
SELECT doc_id AS instance, metric || '-' || "filter" AS criterion, score, filtered_resps[1]::VARCHAR AS raw, _file, _row
FROM (UNPIVOT "samples_*.jsonl" ON COLUMNS('^(exact_match|acc|acc_norm|f1|em|bleu|mc1|mc2|likelihood_diff)$') INTO NAME metric VALUE score);
