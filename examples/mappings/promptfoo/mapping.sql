-- run
SELECT DISTINCT coalesce(nullif(r.provider.label, ''), r.provider.id) AS judge, 'promptfoo' AS benchmark, 'pointwise' AS protocol
FROM (SELECT unnest(results.results) AS r FROM "*.json");
-- instances
SELECT r.testIdx || '/' || r.promptIdx AS instance, r.testIdx AS cluster, r.prompt.raw AS prompt, _file
FROM (SELECT unnest(results.results) AS r, _file FROM "*.json");
-- judgments
SELECT r.testIdx || '/' || r.promptIdx AS instance, coalesce(nullif(r.provider.label, ''), r.provider.id) AS judge, c.assertion.type AS criterion,
  c.score, c.reason AS rationale, _file
FROM (SELECT r, unnest(r.gradingResult.componentResults) AS c, _file FROM (SELECT unnest(results.results) AS r, _file FROM "*.json"));
