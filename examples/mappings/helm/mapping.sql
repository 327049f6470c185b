-- run
SELECT regexp_extract(name, 'model=([^,]+)', 1) AS judge, 'pointwise' AS protocol,
  regexp_replace(lower(regexp_extract(name, '^([^:]+)', 1)), '[^a-z0-9]+', '-', 'g') AS benchmark
FROM "run_spec.json";
-- instances
SELECT id AS instance, input.text AS prompt, _file, _row FROM "instances.json";
-- judgments
SELECT instance_id AS instance, s.name.name AS criterion, train_trial_index AS repeat, s.mean AS score, _file, _row
FROM (SELECT instance_id, train_trial_index, unnest(stats) AS s, _file, _row FROM "per_instance_stats.json")
WHERE NOT regexp_matches(s.name.name, '^(num_|max_|finish_reason|batch_size|inference_|training_|logprob|prompt_truncated|perplexity|bits_per|predicted_index)');
