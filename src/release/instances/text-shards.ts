import { searchWordsOf, shardPath } from '../../schema/release-paths.ts';
import type { PageIndex } from '../../schema/shard.ts';
import { rankTexts, readNames, StoredCaseText, type TextNames, type TextRow } from '../../scoring/case-texts.ts';
import { sha256 } from '../writer.ts';
import { type HashedFile, HashedPages, hashedFile, partCount } from './hashed-pages.ts';
import { digestOfKey, type KeptResults } from './kept.ts';
import { decodeFiles, encodeFiles } from './kept-files.ts';
import type { PartDigests } from './part-digests.ts';
import type { Progress } from './progress.ts';
import type { SmallFiles } from './small-files.ts';
import { SHARD_BYTES, shardOfCase, TEXT_COUNT, textBytes, textDigests, textRowsOf } from './text-rows.ts';
import type { ShardWords, WordIndex } from './word-index.ts';
import type { WorkDatabase } from './work.ts';

/** Where the manifest says the text shards are. */
export interface ShardIndex {
  readonly shards: number;
  readonly index: PageIndex;
}

class ShardText {
  private readonly names: TextNames;
  private readonly cases: StoredCaseText[] = [];
  private readonly words = new Map<number, Set<string>>();
  private ordinal = -1;
  rows = 0;

  constructor(names: TextNames) {
    this.names = names;
  }

  add(row: TextRow): void {
    const { names } = this;
    if (row[1] !== this.ordinal) this.cases.push(new StoredCaseText());
    this.ordinal = row[1];
    this.rows += 1;
    const reason = this.cases.at(-1)?.take(row, names) ?? '';
    if (reason !== '') this.addWords(reason);
  }

  private addWords(rationale: string): void {
    const known = this.words.get(this.ordinal) ?? new Set();
    for (const word of searchWordsOf(rationale)) known.add(word);
    this.words.set(this.ordinal, known);
  }

  json(): string {
    return `[${this.cases.map((c) => c.json()).join(',\n')}]\n`;
  }

  /** `ShardWords` as JSON, which is kept behind the shard's file. */
  wordsOfCases(): HashedFile {
    const words: ShardWords = [...this.words].map(([ordinal, set]) => [ordinal, [...set]]);
    const bytes = Buffer.from(JSON.stringify(words));
    return { hash: sha256(bytes), bytes };
  }
}

interface ShardsTo {
  readonly small: SmallFiles;
  readonly benchmark: string;
  readonly kept: KeptResults;
  readonly progress: Progress;
  readonly digests: PartDigests;
}

/**
 * Writes prompt, media, responses, gold, judgments and scores of every instance into text shards and gives the words of rationales to `words`. A shard whose rows are as in an earlier build is not made again. One shard
 * is in memory at a time.
 */
export async function writeShards(
  work: WorkDatabase,
  words: WordIndex,
  { small, benchmark, kept, progress, digests: known }: ShardsTo,
): Promise<ShardIndex> {
  await rankTexts(work);
  const names = await readNames(work);
  const bytes = await textBytes(known);
  const count = partCount(bytes, SHARD_BYTES);
  const pages = new HashedPages(small, (shard, hash) => shardPath(benchmark, shard, hash));
  const digests = new Map((await textDigests(known, shardOfCase(count))).map((digest) => [digest.part, digest]));
  const about = digestOfKey(names);
  const keyOf = (shard: number): string => JSON.stringify([about, count, digests.get(shard)]);
  let done = 0;
  const addWords = async (shard: number, own: HashedFile): Promise<void> => {
    await words.add(own);
    done += digests.get(shard)?.rows ?? 0;
    progress.count(done, 'texts');
  };
  const keep = async (key: string, own: HashedFile, file: Promise<HashedFile>): Promise<HashedFile> => {
    await kept.keep('shard', key, encodeFiles<string>({ about: (await file).hash, files: [own] }));
    return file;
  };
  const missing: number[] = [];
  for (const shard of digests.keys()) {
    const found = kept.find('shard', keyOf(shard));
    const { about: hash, files } = found === null ? { about: '', files: [] } : decodeFiles<string>(found);
    const [own] = files;
    if (own === undefined || !pages.again([[shard, hash]])) missing.push(shard);
    else await addWords(shard, own);
  }
  let shard = -1;
  let making: ShardText | null = null;
  const flush = async (): Promise<void> => {
    if (making === null) return;
    if (making.rows !== digests.get(shard)?.rows) throw new Error(`shard ${shard} lacks texts`);
    const own = making.wordsOfCases();
    await addWords(shard, own);
    await pages.put(shard, keep(keyOf(shard), own, hashedFile(making.json())));
  };
  for await (const columns of textRowsOf(work, { shards: count, bytes, wanted: missing })) {
    const rows = columns[0]?.length ?? 0;
    for (let i = 0; i < rows; i++) {
      const row = columns.map((column) => column[i]) as unknown as TextRow;
      if (row[0] !== shard || making === null) {
        await flush();
        making = new ShardText(names);
        shard = row[0];
      }
      making.add(row);
    }
  }
  await flush();
  const { texts } = await work.row(TEXT_COUNT);
  if (done !== Number(texts)) throw new Error(`${done} of ${String(texts)} texts were written`);
  return { shards: count, index: await pages.index(count) };
}
