import { bucketPath, shardOf } from '../../schema/release-paths.ts';
import type { PageIndex } from '../../schema/shard.ts';
import { Codes } from '../../scoring/codes.ts';
import { HashedPages, partCount, type SmallFiles } from './small-files.ts';
import { type Appender, WorkDatabase } from './work.ts';

/** Bytes of JSON in a bucket of word postings. */
const BUCKET_BYTES = 64 * 1024;
/** Estimated bytes of JSON for a word beside its letters, and for one of its postings: gaps between instances are small numbers. */
const WORD_BYTES = 6;
const POSTING_BYTES = 3;

/**
 * Collects which instances have a rationale with which words. It has a database of its
 * own: an engine of one thread never comes back from appending rows while it streams the result that they are made from.
 */
export class WordIndex {
  private readonly work: WorkDatabase;
  private readonly postings: Appender;
  private readonly codes = new Codes();

  private constructor(work: WorkDatabase, postings: Appender) {
    this.work = work;
    this.postings = postings;
  }

  /** `folder` is for its own use. It must be closed. */
  static async open(folder: string): Promise<WordIndex> {
    const work = await WorkDatabase.open(folder);
    return new WordIndex(work, await work.appenderTo('postings', 'word INTEGER, instance INTEGER'));
  }

  /** Takes the distinct words of the rationales of an instance, a row of the table `instances`; each instance once. */
  add(instance: number, words: Iterable<string>): void {
    for (const word of words) this.postings.add([this.codes.of(word), instance]);
  }

  /** Writes the buckets; null when there was no word at all. Nothing can be added then. */
  async write(
    small: SmallFiles,
    benchmark: string,
  ): Promise<{ readonly buckets: number; readonly index: PageIndex } | null> {
    this.postings.close();
    const { texts } = this.codes;
    if (texts.length === 0) return null;
    const letters = texts.reduce((sum, text) => sum + text.length + WORD_BYTES, 0);
    const buckets = partCount(letters + POSTING_BYTES * this.postings.count, BUCKET_BYTES);
    const names = await this.work.appenderTo('words', 'word INTEGER, text VARCHAR, bucket INTEGER');
    for (const [word, text] of texts.entries()) names.add([word, text, shardOf(text, buckets)]);
    names.close();
    const pages = new HashedPages(small, (bucket, hash) => bucketPath(benchmark, bucket, hash));
    await this.addBuckets(pages);
    return { buckets, index: await pages.index(buckets) };
  }

  private async addBuckets(pages: HashedPages): Promise<void> {
    let bucket = -1;
    let entries: string[] = [];
    const flush = async (): Promise<void> => {
      if (entries.length > 0) await pages.add(bucket, `{${entries.join(',\n')}}\n`);
      entries = [];
    };
    for await (const [buckets = [], words = [], lists = []] of this.work.stream(GAPS)) {
      for (let i = 0; i < buckets.length; i++) {
        if (buckets[i] !== bucket) await flush();
        bucket = Number(buckets[i]);
        entries.push(`${JSON.stringify(words[i])}:[${String(lists[i])}]`);
      }
    }
    await flush();
  }

  close(): void {
    this.work.close();
  }
}

const GAPS = `WITH gaps AS (
  SELECT word, instance, instance - coalesce(lag(instance) OVER (PARTITION BY word ORDER BY instance), 0) AS gap FROM postings)
SELECT bucket, text, string_agg(gap, ',' ORDER BY instance) AS gaps
FROM gaps JOIN words USING (word) GROUP BY bucket, text ORDER BY bucket, text`;
