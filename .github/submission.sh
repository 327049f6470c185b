#!/usr/bin/env bash
# bash SITE/.github/submission.sh BASE OUT, in a checkout with changes: checks the run folders changed since the commit BASE, tells problems as
# annotations, and writes OUT/comment.md. SITE may be another checkout, so that no change decides how it is checked. Exit code 1: a run is refused.
set -euo pipefail
base=$1
out=$2
judgeboard=(node "$(dirname "${BASH_SOURCE[0]}")/../scripts/cli.ts")
mapfile -d '' -t changed < <(git diff -z --name-only "$base"...HEAD -- data)
folders=()
others=0
for file in "${changed[@]}"; do
  benchmark=${file#data/}
  benchmark=${benchmark%%/*}
  if [[ $file != data/*/runs/*/* ]]; then
    # A new benchmark comes with its records; one that is there keeps them.
    [[ $file == *judges.yaml ]] || ! git cat-file -e "$base:data/$benchmark/benchmark.yaml" 2> /dev/null || others=$((others + 1))
    continue
  fi
  run=${file#"data/$benchmark/runs/"}
  folder="data/$benchmark/runs/${run%%/*}"
  [[ -d $folder ]] || continue
  [[ $file == "$folder"/* && " ${folders[*]-} " != *" $folder "* ]] && folders+=("$folder")
done
mkdir -p "$out"
if [ ${#folders[@]} -eq 0 ]; then
  echo 'No run folder is changed.' | tee "$out/comment.md"
  exit 0
fi
refused=0
if [ $others -gt 0 ]; then
  echo "::error::A run is handed in alone: $others other files of data/ are changed, by which it would be judged."
  refused=1
fi
"${judgeboard[@]}" validate --submission --format github -- "${folders[@]}" || refused=1
"${judgeboard[@]}" place -- "${folders[@]}" > "$out/comment.md" || refused=1
[ $others -eq 0 ] || printf '\n**Refused**: a run is handed in alone, and %s other files of `data/` are changed, by which it would be judged.\n' "$others" >> "$out/comment.md"
exit $refused
