#!/bin/sh
# One case of a benchmark as JSON: the list of all, the index of its packs, and the bytes of the case alone. Needs curl and jq, the site's origin, a benchmark and an id.
set -eu
site=$1 benchmark=$2 id=$3
packs=$(curl -fsS "$site/api/v1/index.json" | jq --arg id "$benchmark" '.benchmarks[] | select(.id == $id).packs')
# The key of a case is FNV-1a of its id, mixed as MurmurHash3 does at its end.
key=$((0x811c9dc5))
for byte in $(printf %s "$id" | od -An -v -tx1); do key=$((((key ^ 0x$byte) * 0x01000193) & 0xffffffff)); done
key=$((((key ^ (key >> 16)) * 0x85ebca6b) & 0xffffffff))
key=$((((key ^ (key >> 13)) * 0xc2b2ae35) & 0xffffffff))
key=$(printf %08x $((key ^ (key >> 16))))
# Pages of 32 records begin with 8 bytes of check; a record is key, first byte, length (4 bytes each), pack (2), hash (6).
curl -fsS "$site$(echo "$packs" | jq -r .index)" | od -An -v -tx1 | tr -d ' \n' | fold -w 1296 | sed 's/^.\{16\}//' | fold -w 40 | grep "^$key" |
  while read -r record; do
    part() { echo $((0x$(echo "$record" | cut -c "$1"))); }
    first=$(part 9-16) length=$(part 17-24) pack=$(part 25-28)
    curl -fsS -r "$first-$((first + length - 1))" "$site$(echo "$packs" | jq -r ".files[$pack]")" | gunzip | jq --arg id "$id" 'select(.instance == $id)'
  done
