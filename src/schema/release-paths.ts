import type { PageIndex } from './shard.ts';

/** Version of the release's form; a page built for another version says so instead of guessing. */
export const RELEASE_SCHEMA = 2;

/** Bytes of a file, once inflated, that a page reads as a whole; the build writes no larger file for it. */
export const MOST_READ = 64 * 2 ** 20;

const encoder = new TextEncoder();

/**
 * Hashes a text by FNV-1a with 32 bits over the UTF-8 bytes (http://www.isthe.com/chongo/tech/comp/fnv), then MurmurHash3's final mix
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

/** Says which of `count` shards holds a text: an instance's id, or a word. */
export function shardOf(text: string, count: number): number {
  return hash32(text) % count;
}

/** Index page k names the shards (or word buckets) 128·k … 128·k + 127. */
export const PAGE_SIZE = 128;

/** Hex digits of an index page's hash: all that the manifest grows by, for every 128 shards. */
export const PAGE_DIGITS = 6;

export const indexPath = ({ path, hashes }: PageIndex, page: number): string =>
  path.replace('*', `${page}.${hashes.slice(PAGE_DIGITS * page, PAGE_DIGITS * (page + 1))}`);

/** Writes the path of a text shard below `public/data/`; gzipped JSON, a list of `StoredCase` in the order of the table `instances`. */
export const shardPath = (benchmark: string, shard: number, hash: string): string =>
  `${benchmark}/shards/${shard}.${hash}.json.gz`;

/** Writes the path of a bucket of word postings; gzipped JSON of type `Postings`. */
export const bucketPath = (benchmark: string, bucket: number, hash: string): string =>
  `${benchmark}/words/${bucket}.${hash}.json.gz`;

/** Gives the row numbers of a word's postings. */
export function instancesOfGaps(gaps: readonly number[]): number[] {
  let at = 0;
  return gaps.map((gap) => {
    at += gap;
    return at;
  });
}

const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}])+/gu;
/** Words are cut to so many UTF-16 units. */
const LONGEST_WORD = 64;

/**
 * Gives the words of a text, in order, for search: NFKC, lower case, runs of letters, marks and digits; a character of Chinese or Japanese
 * writing is a word of its own. Words are cut to 64 UTF-16 units; none is left out as too common.
 */
export function searchWordsOf(text: string): string[] {
  return (text.normalize('NFKC').toLowerCase().match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
}

/** Writes the path of a block of lines of cases; gzipped JSON, a `CaseLines`. */
export const linesPath = (benchmark: string, block: number, hash: string): string =>
  `${benchmark}/lines/${block}.${hash}.json.gz`;

/** Says where a board of runs lies as it is under a switch: the path below `public/data/` up to the hash. */
export const switchedPath = (benchmark: string, table: string, id: string): string =>
  `switched/${benchmark}/${table}/${id}.`;

/** Finds the file of a board's values and tests among the release's files; its CSV lies beside it under the same name. */
export const boardFile = <F extends { readonly path: string }>(
  files: readonly F[],
  { benchmark, table }: { readonly benchmark: string; readonly table: string },
): F | undefined =>
  files.find(({ path }) => path.startsWith(`boards/${benchmark}/${table}.`) && path.endsWith('.json'));
