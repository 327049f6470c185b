import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bucketPath, shardOf } from '../../schema/release-paths.ts';
import type { PageIndex } from '../../schema/shard.ts';
import { Codes } from '../../scoring/codes.ts';
import { type HashedFile, HashedPages, hashedFile, partCount } from './hashed-pages.ts';
import type { KeptResults } from './kept.ts';
import { GrowingFile } from './part-files.ts';
import type { SmallFiles } from './small-files.ts';
import { WorkDatabase } from './work.ts';

const NEWLINE = Buffer.from('\n');
/** Bytes of JSON in a bucket of word postings. */
const BUCKET_BYTES = 64 * 1024;
/** Estimated bytes of JSON for a word beside its letters, and for one of its postings: gaps between instances are small numbers. */
const WORD_BYTES = 6;
const POSTING_BYTES = 3;

/** The distinct words of the rationales of some instances; `instance` is a row of the table `instances`. */
export type ShardWords = readonly (readonly [instance: number, words: readonly string[]])[];

/** How many buckets an index has, and the hash of each that holds words. */
interface AboutWords {
  readonly count: number;
  readonly buckets: readonly (readonly [bucket: number, hash: string])[];
}

/**
 * Collects which instances have a rationale with which words. It has a database of its
 * own: an engine of one thread never comes back from appending rows while it streams the result that they are made from.
 */
export class WordIndex {
  private readonly folder: string;
  private readonly said: GrowingFile;
  private readonly hashes: string[] = [];

  private constructor(folder: string, said: GrowingFile) {
    this.folder = folder;
    this.said = said;
  }

  /** `folder` is for its own use. */
  static async create(folder: string): Promise<WordIndex> {
    await fs.mkdir(folder, { recursive: true });
    return new WordIndex(folder, await GrowingFile.create(path.join(folder, 'said')));
  }

  /** Takes the words of a shard, `ShardWords` as one line of JSON; each instance once. */
  async add({ hash, bytes }: HashedFile): Promise<void> {
    this.hashes.push(hash);
    await this.said.add(bytes, NEWLINE);
  }

  /** Writes the buckets; null when there was no word at all. Nothing can be added then. */
  async write(
    kept: KeptResults,
    small: SmallFiles,
    benchmark: string,
  ): Promise<{ readonly buckets: number; readonly index: PageIndex } | null> {
    await this.said.close();
    const pages = new HashedPages(small, (bucket, hash) => bucketPath(benchmark, bucket, hash));
    const { count } = await kept.jsonThatServes<AboutWords>('words', this.hashes.toSorted(), {
      make: () => this.make(pages),
      serves: ({ buckets }) => pages.again(buckets),
    });
    return count === 0 ? null : { buckets: count, index: await pages.index(count) };
  }

  private async make(pages: HashedPages): Promise<AboutWords> {
    const work = await WorkDatabase.open(this.folder);
    try {
      const postings = await work.appenderTo('postings', 'word INTEGER, instance INTEGER');
      const codes = new Codes();
      // Written by this very code.
      for await (const line of createInterface({ input: createReadStream(this.said.file) }))
        for (const [instance, words] of JSON.parse(line) as ShardWords)
          for (const word of words) postings.add([codes.of(word), instance]);
      postings.close();
      const { texts } = codes;
      if (texts.length === 0) return { count: 0, buckets: [] };
      const letters = texts.reduce((sum, text) => sum + text.length + WORD_BYTES, 0);
      const count = partCount(letters + POSTING_BYTES * postings.count, BUCKET_BYTES);
      const names = await work.appenderTo('words', 'word INTEGER, text VARCHAR, bucket INTEGER');
      for (const [word, text] of texts.entries()) names.add([word, text, shardOf(text, count)]);
      names.close();
      return { count, buckets: await putBuckets(work, pages) };
    } finally {
      work.close();
    }
  }
}

async function putBuckets(work: WorkDatabase, pages: HashedPages): Promise<AboutWords['buckets']> {
  const made: (readonly [bucket: number, hash: string])[] = [];
  let bucket = -1;
  let entries: string[] = [];
  const flush = async (): Promise<void> => {
    if (entries.length === 0) return;
    const file = await hashedFile(`{${entries.join(',\n')}}\n`);
    await pages.put(bucket, file);
    made.push([bucket, file.hash]);
    entries = [];
  };
  for await (const [buckets = [], words = [], lists = []] of work.stream(GAPS)) {
    for (let i = 0; i < buckets.length; i++) {
      if (buckets[i] !== bucket) await flush();
      bucket = Number(buckets[i]);
      entries.push(`${JSON.stringify(words[i])}:[${String(lists[i])}]`);
    }
  }
  await flush();
  return made;
}

const GAPS = `WITH gaps AS (
  SELECT word, instance, instance - coalesce(lag(instance) OVER (PARTITION BY word ORDER BY instance), 0) AS gap FROM postings)
SELECT bucket, text, string_agg(gap, ',' ORDER BY instance) AS gaps
FROM gaps JOIN words USING (word) GROUP BY bucket, text ORDER BY bucket, text`;
