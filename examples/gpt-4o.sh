#!/bin/sh
# GPT-4o's value on GenAI-Bench's pictures with its interval, and the same number from the rows behind it. Needs curl, jq and duckdb, and the site's origin.
set -eu
site=${1:-http://localhost:4321}
board='select(.benchmark == "genai-bench" and .table == "pairwise-image_generation")'
curl -fsS "$site/api/v1/index.json" -o index.json
curl -fsS "$site$(jq -r '.judges[] | select(.name == "GPT-4o").json' index.json)" -o judge.json
jq -r ".values[] | $board | \"\(.label): \(.value), \(.low) to \(.high), rank \(.rank_best) to \(.rank_worst) of \(.among)\"" judge.json
for kind in judgments gold instances; do
  curl -fsS "$site$(jq -r ".benchmarks[] | select(.id == \"genai-bench\").records.$kind" index.json)" -o "$kind.parquet"
done
duckdb -noheader -list -c "SELECT 100 * count(*) FILTER (verdict = value) / count(*) FROM 'judgments.parquet' JOIN 'gold.parquet' USING (instance, criterion) JOIN 'instances.parquet' USING (instance) WHERE run = '$(jq -r ".values[] | $board | .answers.run" judge.json)' AND split = 'image_generation'"
