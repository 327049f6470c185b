#!/usr/bin/env bash
# bash SITE/.github/submission.sh BASE OUT, in a checkout with changes: checks the run folders changed since the commit BASE, tells problems as
# annotations, and writes OUT/comment.md. SITE may be another checkout, so that no change decides how it is checked. Exit code 1: a run is refused.
set -euo pipefail
base=$1
out=$2
judgeboard=(node "$(dirname "${BASH_SOURCE[0]}")/../scripts/cli.ts")
mapfile -d '' -t changed < <(git diff -z --name-only --diff-filter=d "$base"...HEAD -- data)
folders=()
for file in "${changed[@]}"; do
  [[ $file == data/*/runs/*/* ]] || continue
  benchmark=${file#data/}
  benchmark=${benchmark%%/*}
  run=${file#"data/$benchmark/runs/"}
  folder="data/$benchmark/runs/${run%%/*}"
  [[ $file == "$folder"/* && " ${folders[*]-} " != *" $folder "* ]] && folders+=("$folder")
done
mkdir -p "$out"
if [ ${#folders[@]} -eq 0 ]; then
  echo 'No run folder is changed.' | tee "$out/comment.md"
  exit 0
fi
refused=0
"${judgeboard[@]}" validate --submission --format github -- "${folders[@]}" || refused=1
"${judgeboard[@]}" place -- "${folders[@]}" > "$out/comment.md" || refused=1
exit $refused
