import { JUDGMENT_TEXT, SCORED_TEXT, textRowsSql, textsSql } from '../../scoring/case-texts.ts';
import type { PartDigest, PartDigests } from './part-digests.ts';
import type { ChunkColumns, WorkDatabase } from './work.ts';

/** Bytes of JSON that a shard aims at: gzipped about 32 kB where models wrote it, less where texts repeat themselves. */
export const SHARD_BYTES = 128 * 1024;
/** Estimated bytes of a judgment's JSON without its text (names, verdict, status), and of a run's points under one metric. */
const JUDGMENT_BYTES = 96;
const SCORE_BYTES = 96;

/** Counts how many rows must come out: the writing fails where some are lost. */
export const TEXT_COUNT = `SELECT ((SELECT count(*) FROM instances) + (SELECT count(*) FROM responses) + (SELECT count(*) FROM gold)
  + (SELECT count(*) FROM case_scores) + (SELECT count(*) FROM judgments WHERE run IN (SELECT ordinal FROM runs)))::DOUBLE AS texts`;

/** Bytes sorted at a time: what exceeds the database's memory spills to disk, and disks are finite, too. */
const SORTED_BYTES = 32 * 2 ** 20;

/** Gives the shard of a case, as an expression on `positions`. */
export const shardOfCase = (shards: number): string => `((hash::BIGINT & 4294967295) % ${shards})::INTEGER`;

/** Cases with the part that each lies in, as `shard`. */
const inParts = (part: string): string => `SELECT instance, ordinal, ${part} AS shard FROM positions`;

/** The cases of these parts; all where it is null. */
const partsAlone = (part: string, parts: readonly number[] | null): string =>
  parts === null ? inParts(part) : `${inParts(part)} WHERE ${part} IN (${parts.join(', ')})`;

/**
 * Selects digests of the texts of cases, with numbers for names, of all parts that have rows. `part`: that of a case, a whole number, as an
 * expression on `positions`.
 */
export const textDigests = (digests: PartDigests, part: string): Promise<readonly PartDigest[]> =>
  digests.of(`texts by ${part}`, {
    touched: (cases) => `SELECT DISTINCT ${part} AS part FROM work.main.positions WHERE ordinal IN (${cases})`,
    sql: (
      parts,
    ) => `SELECT shard AS part, count(*)::DOUBLE AS n, sum(hash(rows))::VARCHAR || ' ' || sum(hash(rows, 1))::VARCHAR AS digest
FROM (${textRowsSql(partsAlone(part, parts))}) AS rows
GROUP BY shard ORDER BY shard`,
  });

/** Cases that follow one another, of which the bytes of texts are added up together. */
const ADDED_UP = 256;

/** Estimates the bytes of JSON that all texts make up. */
export async function textBytes(digests: PartDigests): Promise<number> {
  const part = `(ordinal // ${ADDED_UP})::INTEGER`;
  const found = await digests.of(`bytes of texts by ${part}`, {
    touched: (cases) => `SELECT DISTINCT ${part} AS part FROM work.main.positions WHERE ordinal IN (${cases})`,
    sql: (parts) => `SELECT shard AS part, count(*)::DOUBLE AS n, sum(CASE kind WHEN ${SCORED_TEXT} THEN ${SCORE_BYTES}
  WHEN ${JUDGMENT_TEXT} THEN strlen(text) + ${JUDGMENT_BYTES} ELSE strlen(text) END)::VARCHAR AS digest
FROM (${textRowsSql(partsAlone(part, parts))}) GROUP BY shard ORDER BY shard`,
  });
  return found.reduce((sum, { digest }) => sum + Number(digest), 0);
}

/** Reads every text of the `wanted` ones of so many shards, some of them at a time; `bytes` are those of all shards. */
export async function* textRowsOf(
  work: WorkDatabase,
  { shards, bytes, wanted }: { readonly shards: number; readonly bytes: number; readonly wanted: readonly number[] },
): AsyncGenerator<ChunkColumns> {
  const atOnce = Math.max(1, Math.floor((SORTED_BYTES * shards) / Math.max(1, bytes)));
  for (let from = 0; from < wanted.length; from += atOnce)
    yield* work.stream(
      textsSql(`${inParts(shardOfCase(shards))} WHERE shard IN (${wanted.slice(from, from + atOnce).join(', ')})`),
    );
}
