import { z } from 'zod';
import { Id } from './judge.ts';
import { Gold, Instance, Judgment, Media, Response } from './records.ts';

const encoder = new TextEncoder();

/**
 * FNV-1a with 32 bits over the UTF-8 bytes (http://www.isthe.com/chongo/tech/comp/fnv), then MurmurHash3's final mix
 * (https://github.com/aappleby/smhasher): without the mix, ids that count upwards fall into some shards twice as often as into others. Node
 * and the browser compute the same.
 */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Which of `count` shards holds a text: an instance's id, or a word. */
export function shardOf(text: string, count: number): number {
  return hash32(text) % count;
}

/** Index page k names the shards (or word buckets) 128·k … 128·k + 127. */
export const PAGE_SIZE = 128;

/** Hex digits of an index page's hash: all that the manifest grows by, for every 128 shards. */
export const PAGE_DIGITS = 6;

/** Where the index pages of all shards (or word buckets) lie: a path with `*` for number and hash, and 6 hex digits per page. */
export const PageIndex = z.strictObject({ path: z.string(), hashes: z.string().regex(/^(?:[0-9a-f]{6})*$/) });
export type PageIndex = z.infer<typeof PageIndex>;

/** Path of index page k. */
export const indexPath = ({ path, hashes }: PageIndex, page: number): string =>
  path.replace('*', `${page}.${hashes.slice(PAGE_DIGITS * page, PAGE_DIGITS * (page + 1))}`);

/** An index page: per shard the first 12 hex digits of the SHA-256 of its inflated bytes; null for an empty one. */
export const IndexPage = z.array(
  z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .nullable(),
);
export type IndexPage = z.infer<typeof IndexPage>;

/** Path of a text shard below `public/data/`; gzipped JSON, a list of `StoredCase` in the order of the table `instances`. */
export const shardPath = (benchmark: string, shard: number, hash: string): string =>
  `${benchmark}/shards/${shard}.${hash}.json.gz`;

/** Path of a bucket of word postings; gzipped JSON of type `Postings`. */
export const bucketPath = (benchmark: string, bucket: number, hash: string): string =>
  `${benchmark}/words/${bucket}.${hash}.json.gz`;

const ShardMedia = Media.extend({
  /** Below `public/data/`, or a remote address (named, never fetched), or null: then `why` may say what was wrong with the file. */
  src: z.string().nullable(),
  why: z.enum(['missing', 'svg', 'other', 'outside']).optional(),
});

/** What one run won or lost by the instance under one metric: the rows of `contributions`, added up over their slices. */
const CaseContribution = z.strictObject({
  run: Id,
  metric: Id,
  /** Number of rows, and of those that fulfil the metric's `loss` (0 where it has none). */
  rows: z.number().int().positive(),
  lost: z.number().int().nonnegative(),
  num: z.number(),
  den: z.number(),
});

/** Everything long that belongs to one instance. Fields with their default value are left out of the file. */
export const Case = Instance.extend({
  media: z.array(ShardMedia).default([]),
  responses: z.array(Response.omit({ instance: true })).default([]),
  gold: z.array(Gold.omit({ instance: true })).default([]),
  /** Of runs with an answer here that are scored by labels of their own: these stand in for `gold`, and none means not scored. */
  own_gold: z.array(z.strictObject({ run: Id, labels: z.array(Gold.omit({ instance: true })) })).default([]),
  /** In the order of runs, then of the file's keys. */
  judgments: z.array(Judgment.omit({ instance: true }).extend({ run: Id })).default([]),
  /** In the order of runs, then of metrics' names. */
  contributions: z.array(CaseContribution).default([]),
});
export type Case = z.output<typeof Case>;
/** A case as it stands in the file. */
export type StoredCase = z.input<typeof Case>;

/**
 * A bucket of word postings: per word the instances with a rationale that holds it, as ascending row numbers of the table `instances`
 * (`rowid`, from 0). Each but the first is the distance to the one before: rows 3, 4 and 9 → `[3, 1, 5]`.
 */
export const Postings = z.record(z.string(), z.array(z.number().int().nonnegative()));
export type Postings = z.infer<typeof Postings>;

/** The row numbers of a word's postings. */
export function instancesOf(gaps: readonly number[]): number[] {
  let at = 0;
  return gaps.map((gap) => {
    at += gap;
    return at;
  });
}

const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}])+/gu;
const LONGEST_WORD = 64;

/**
 * The words of a text, in order, for search: NFKC, lower case, runs of letters, marks and digits; a character of Chinese or Japanese
 * writing is a word of its own. Words are cut to 64 UTF-16 units; none is left out as too common.
 */
export function wordsOf(text: string): string[] {
  return (text.normalize('NFKC').toLowerCase().match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
}
