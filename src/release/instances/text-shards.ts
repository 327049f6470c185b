import { searchWordsOf, shardPath } from '../../schema/release-paths.ts';
import type { PageIndex } from '../../schema/shard.ts';
import {
  JUDGMENT_TEXT,
  rankTexts,
  readNames,
  SCORED_TEXT,
  StoredCaseText,
  type TextNames,
  type TextRow,
  textRowsSql,
  textsSql,
} from '../../scoring/case-texts.ts';
import type { Progress } from './progress.ts';
import { HashedPages, partCount, type SmallFiles } from './small-files.ts';
import type { WordIndex } from './word-index.ts';
import type { ChunkColumns, WorkDatabase } from './work.ts';

/** Bytes of JSON that a shard aims at: gzipped about 32 kB where models wrote it, less where texts repeat themselves. */
const SHARD_BYTES = 128 * 1024;
/** Estimated bytes of a judgment's JSON without its text (names, verdict, status), and of a run's points under one metric. */
const JUDGMENT_BYTES = 96;
const SCORE_BYTES = 96;

/** Cases with the shard that each lies in. */
const inShards = (shard: string): string => `SELECT instance, ordinal, ${shard} AS shard FROM positions`;

/** Estimates the bytes of JSON that all texts make up. */
const TEXT_BYTES = `SELECT sum(CASE kind WHEN ${SCORED_TEXT} THEN ${SCORE_BYTES}
  WHEN ${JUDGMENT_TEXT} THEN strlen(text) + ${JUDGMENT_BYTES} ELSE strlen(text) END)::DOUBLE AS bytes FROM (${textRowsSql(inShards('0'))})`;

/** Counts how many rows must come out: the writing fails where some are lost. */
const TEXT_COUNT = `SELECT ((SELECT count(*) FROM instances) + (SELECT count(*) FROM responses) + (SELECT count(*) FROM gold)
  + (SELECT count(*) FROM case_scores) + (SELECT count(*) FROM judgments WHERE run IN (SELECT ordinal FROM runs)))::DOUBLE AS texts`;

/** Bytes sorted at a time: what exceeds the database's memory spills to disk, and disks are finite, too. */
const SORTED_BYTES = 32 * 2 ** 20;

/** Reads every text in the order of so many shards, some of them at a time; `bytes` are those of all shards. */
async function* textRowsOf(
  work: WorkDatabase,
  { shards, bytes }: { readonly shards: number; readonly bytes: number },
): AsyncGenerator<ChunkColumns> {
  const cases = inShards(`((hash::BIGINT & 4294967295) % ${shards})::INTEGER`);
  const atOnce = Math.max(1, Math.floor((SORTED_BYTES * shards) / Math.max(1, bytes)));
  for (let from = 0; from < shards; from += atOnce)
    yield* work.stream(textsSql(`${cases} WHERE shard BETWEEN ${from} AND ${from + atOnce - 1}`));
}

/** Where the manifest says the text shards are. */
export interface ShardIndex {
  readonly shards: number;
  readonly index: PageIndex;
}

/** The cases of one shard. */
class ShardText {
  private readonly names: TextNames;
  private readonly words: WordIndex;
  private readonly cases: StoredCaseText[] = [];
  private ordinal = -1;
  /** Words of the rationales of the last case. */
  private said = new Set<string>();
  rows = 0;

  constructor(names: TextNames, words: WordIndex) {
    this.names = names;
    this.words = words;
  }

  add(row: TextRow): void {
    if (row[1] !== this.ordinal) {
      this.giveWords();
      this.cases.push(new StoredCaseText());
    }
    this.ordinal = row[1];
    this.rows += 1;
    const reason = this.cases.at(-1)?.take(row, this.names) ?? '';
    if (reason !== '') for (const word of searchWordsOf(reason)) this.said.add(word);
  }

  private giveWords(): void {
    this.words.add(this.ordinal, this.said);
    this.said = new Set();
  }

  /** Gives the file; nothing can be added then. */
  json(): string {
    this.giveWords();
    return `[${this.cases.map((c) => c.json()).join(',\n')}]\n`;
  }
}

interface ShardsTo {
  readonly small: SmallFiles;
  readonly benchmark: string;
  readonly progress: Progress;
}

/**
 * Writes prompt, media, responses, gold, judgments and scores of every instance into text shards and gives the words of rationales to `words`. One shard
 * is in memory at a time.
 */
export async function writeShards(
  work: WorkDatabase,
  words: WordIndex,
  { small, benchmark, progress }: ShardsTo,
): Promise<ShardIndex> {
  await rankTexts(work);
  const names = await readNames(work);
  const bytes = Number((await work.row(TEXT_BYTES))['bytes']);
  const count = partCount(bytes, SHARD_BYTES);
  const pages = new HashedPages(small, (shard, hash) => shardPath(benchmark, shard, hash));
  let done = 0;
  let shard = -1;
  let making = new ShardText(names, words);
  const flush = async (): Promise<void> => {
    if (making.rows > 0) await pages.add(shard, making.json());
    done += making.rows;
    progress.count(done, 'texts');
    making = new ShardText(names, words);
  };
  for await (const columns of textRowsOf(work, { shards: count, bytes })) {
    const rows = columns[0]?.length ?? 0;
    for (let i = 0; i < rows; i++) {
      const row = columns.map((column) => column[i]) as unknown as TextRow;
      if (row[0] !== shard) await flush();
      shard = row[0];
      making.add(row);
    }
  }
  await flush();
  const { texts } = await work.row(TEXT_COUNT);
  if (done !== Number(texts)) throw new Error(`${done} of ${String(texts)} texts were written`);
  return { shards: count, index: await pages.index(count) };
}
