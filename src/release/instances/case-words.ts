import { bucketOf } from '../../schema/release-paths.ts';
import { Codes } from '../../scoring/staging.ts';
import type { RowAppender, RowStore } from '../../sql/query.ts';

const STEPS = 16;

/**
 * Says how many parts of at most `part` on average make up `total`. The number grows in steps of 4 %: parts are then about as large
 * whatever the total, and a little more data does not put everything into other parts.
 */
function partCount(total: number, part: number): number {
  const doublings = Math.ceil(STEPS * Math.log2(Math.max(part, total) / part)) / STEPS;
  return Math.ceil(2 ** doublings);
}

/** Estimated bytes of JSON for a word beside its letters, and for one of its postings: gaps between instances are small numbers. */
const WORD_BYTES = 6;
const POSTING_BYTES = 3;

/** Collects which instances have a rationale with which words, in the tables `postings` and `words`. */
export class WordIndex {
  private readonly store: RowStore;
  private readonly postings: RowAppender;
  private readonly codes = new Codes();
  private rows = 0;

  private constructor(store: RowStore, postings: RowAppender) {
    this.store = store;
    this.postings = postings;
  }

  static async open(store: RowStore): Promise<WordIndex> {
    return new WordIndex(store, await store.appenderTo('postings', 'word INTEGER, instance INTEGER'));
  }

  /** Takes the distinct words of the rationales of an instance, a row of the table `instances`; each instance once. */
  add(instance: number, words: Iterable<string>): void {
    for (const word of words) {
      this.postings.add([this.codes.of(word), instance]);
      this.rows += 1;
    }
  }

  /** Fills the tables, in buckets of so many bytes about; gives their number, 0 when there was no word at all, and the bytes of all. Nothing can be added then. */
  async close(part: number): Promise<{ readonly count: number; readonly bytes: number }> {
    await this.postings.close();
    const { texts } = this.codes;
    const letters = texts.reduce((sum, text) => sum + text.length + WORD_BYTES, 0);
    const bytes = letters + POSTING_BYTES * this.rows;
    const buckets = texts.length === 0 ? 0 : partCount(bytes, part);
    const names = await this.store.appenderTo('words', 'word INTEGER, text VARCHAR, bucket INTEGER');
    for (const [word, text] of texts.entries()) names.add([word, text, bucketOf(text, buckets)]);
    await names.close();
    return { count: buckets, bytes };
  }
}

/** Selects (bucket, text, gaps), bucket by bucket: the instances of a word as gaps between them, with commas. */
export const GAPS = `WITH gaps AS (
  SELECT word, instance, instance - coalesce(lag(instance) OVER (PARTITION BY word ORDER BY instance), 0) AS gap FROM postings)
SELECT bucket, text, string_agg(gap, ',' ORDER BY instance) AS gaps
FROM gaps JOIN words USING (word) GROUP BY bucket, text ORDER BY bucket, text`;
