import { number, text } from '../../sql/query.ts';
import type { ChunkColumns, WorkDatabase } from './work.ts';

/** JSON in a shard: gzipped about 32 kB where models wrote it, less where texts repeat themselves. */
export const SHARD_BYTES = 128 * 1024;
/** JSON of a judgment beside its text: names, verdict, status; and of what a run won or lost under one metric. */
const JUDGMENT_BYTES = 96;
const SCORE_BYTES = 96;

export const TEXT_BYTES = `SELECT (
  (SELECT coalesce(sum(strlen(record)), 0) FROM instances) + (SELECT coalesce(sum(strlen(record)), 0) FROM responses)
  + (SELECT coalesce(sum(strlen(record)), 0) FROM gold)
  + (SELECT coalesce(sum(strlen(text) + ${JUDGMENT_BYTES}), 0) FROM judgments)
  + (SELECT count(*) * ${SCORE_BYTES} FROM case_scores))::DOUBLE AS bytes`;

/** How many rows must come out: the writing fails where some are lost. */
export const TEXT_COUNT = `SELECT ((SELECT count(*) FROM instances) + (SELECT count(*) FROM responses) + (SELECT count(*) FROM gold)
  + (SELECT count(*) FROM case_scores) + (SELECT count(*) FROM judgments WHERE run IN (SELECT ordinal FROM runs)))::DOUBLE AS texts`;

/**
 * Ranks of labels and responses by which texts are sorted. A new label or response leaves the others in their order, and so the shards of
 * other instances as they were.
 */
export const RANKS = [
  `CREATE OR REPLACE TABLE label_ranks AS SELECT label, (row_number() OVER (
    ORDER BY stage, criterion, condition, critique_judge, repeat, "order", verdict, parse, lenient))::INTEGER AS label_rank FROM labels`,
  `CREATE OR REPLACE TABLE response_ranks AS
    SELECT response, (row_number() OVER (ORDER BY name))::INTEGER AS response_rank FROM response_names`,
];

export const INSTANCE = 0;
export const RESPONSE = 1;
export const GOLD = 2;
export const JUDGMENT = 3;
export const SCORE = 4;

/** How much is sorted at a time; what is beyond the database's memory spills to disk, but the disk has an end too. */
const SORTED_BYTES = 32 * 2 ** 20;

/**
 * Text to sort rows of one kind by. They are not numbered by a window, which would hold them all in memory, where a sort spills to disk.
 */
const placeOf = (...columns: readonly string[]): string => `concat_ws(chr(31), ${columns.join(', ')})`;

/** Rows of every text of the shards that `wanted`, a condition on `shard`, names; `place` and the ranks are what they are sorted by. */
function rowsSql(shards: number, wanted: string): string {
  const record = (
    kind: number,
    { table, place, run = '0' }: { readonly table: string; readonly place: string; readonly run?: string | undefined },
  ): string =>
    `SELECT instance, ${kind} AS kind, ${run} AS run, 0 AS label, 0 AS response, 0 AS score, 0 AS cost, 0 AS tokens, 0 AS raw_at, 0 AS length,
      ${place} AS place, 0 AS response_rank, 0 AS label_rank, record AS text FROM ${table}`;
  return `SELECT shard, ordinal, kind, run, label, response, score, cost, tokens, raw_at, length, text, place, response_rank, label_rank
FROM (
  ${record(INSTANCE, { table: 'instances', place: '0' })}
  UNION ALL ${record(RESPONSE, { table: 'responses', place: placeOf('response', 'condition') })}
  UNION ALL ${record(GOLD, { table: 'gold', place: placeOf('response', 'criterion', 'kind', 'annotator'), run: 'source' })}
  UNION ALL
  SELECT instance, ${JUDGMENT}, run, label, response, score, cost, tokens, raw_at, length, '', response_rank, label_rank, text
  FROM judgments JOIN label_ranks USING (label) JOIN response_ranks USING (response)
    JOIN (SELECT ordinal AS run FROM runs) USING (run)
  UNION ALL
  SELECT instance, ${SCORE}, run, 0, 0, num, den, contributions, lost, 0, metric, 0, 0, metric FROM case_scores)
JOIN (
  SELECT instance, ordinal, ((hash::BIGINT & 4294967295) % ${shards})::INTEGER AS shard FROM positions
  WHERE ${wanted}) USING (instance)`;
}

/** Every text of some of `shards`, shard by shard, in it instance by instance, in that kind by kind. */
const textsSql = (
  shards: number,
  wanted: readonly number[],
): string => `SELECT shard, ordinal, kind, run, label, response, score, cost, tokens, raw_at, length, text
FROM (${rowsSql(shards, `shard IN (${wanted.join(', ')})`)})
ORDER BY shard, ordinal, kind, run, place, response_rank, label_rank`;

const digestsSql = (shards: number): string => `SELECT shard, count(*)::DOUBLE AS n,
  sum(hash(rows))::VARCHAR || ' ' || sum(hash(rows, 1))::VARCHAR AS digest
FROM (${rowsSql(shards, 'true')}) AS rows GROUP BY shard ORDER BY shard`;

/** What the rows of a shard say: sums of hashes of 64 bits, with numbers for names. */
export interface ShardDigest {
  readonly shard: number;
  readonly rows: number;
  readonly digest: string;
}

/** Digests of all shards that have rows, in their order. */
export async function shardDigests({ query }: WorkDatabase, shards: number): Promise<readonly ShardDigest[]> {
  const rows = await query(digestsSql(shards));
  return rows.map((row) => ({ shard: number(row, 'shard'), rows: number(row, 'n'), digest: text(row, 'digest') }));
}

/** Every text of the `wanted` ones of so many shards, some of them at a time; `bytes`: of all shards. */
export async function* textsOf(
  work: WorkDatabase,
  { shards, bytes, wanted }: { readonly shards: number; readonly bytes: number; readonly wanted: readonly number[] },
): AsyncGenerator<ChunkColumns> {
  const atOnce = Math.max(1, Math.floor((SORTED_BYTES * shards) / Math.max(1, bytes)));
  for (let from = 0; from < wanted.length; from += atOnce)
    yield* work.stream(textsSql(shards, wanted.slice(from, from + atOnce)));
}
