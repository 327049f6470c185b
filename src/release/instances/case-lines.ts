import { statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isWebAddress } from '../../records/run-context.ts';
import type { InstanceData } from '../../schema/release.ts';
import { bucketPath, type CaseLines, linesPath, shardOf } from '../../schema/release-paths.ts';
import type { PageIndex, StoredCase } from '../../schema/shard.ts';
import { caseLines } from '../../scoring/case-texts.ts';
import { Codes } from '../../scoring/staging.ts';
import { type Appender, WorkDatabase } from '../duckdb.ts';
import { HashedPages, partCount, type SmallFiles } from '../writer.ts';

const MOST_THUMB_BYTES = 4096;

/** Sizes tried, the best first: pixels of the longer side, and quality. */
const TRIES = [
  { side: 96, quality: 60 },
  { side: 80, quality: 40 },
  { side: 48, quality: 30 },
] as const;

/** Gives the bytes of the small picture of a file; null where it cannot be read or would be too large. */
async function smallPicture(file: string): Promise<Uint8Array | null> {
  // Most builds make none.
  const { default: sharp } = await import('sharp');
  for (const { side, quality } of TRIES) {
    const bytes = await sharp(file)
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer()
      .catch(() => null);
    if (bytes === null) return null;
    if (bytes.byteLength <= MOST_THUMB_BYTES) return bytes;
  }
  return null;
}

class Thumbnails {
  private readonly known = new Map<string, Promise<string>>();
  private readonly files: SmallFiles;

  constructor(files: SmallFiles) {
    this.files = files;
  }

  /** Gives the path of the small picture of a published one, below `public/data/`; '' where it cannot be read or would be too large. */
  of(src: string): Promise<string> {
    const found = this.known.get(src) ?? this.make(src);
    this.known.set(src, found);
    return found;
  }

  private async make(src: string): Promise<string> {
    const file = this.files.pathOf(src);
    if (statSync(file).size <= MOST_THUMB_BYTES) return src;
    // The name keeps the hash of the picture that it is made of.
    const name = `${path.posix.dirname(path.posix.dirname(src))}/thumbs/${path.posix.parse(src).name}.webp`;
    const bytes = await smallPicture(file);
    if (bytes === null) return '';
    this.files.write(name, bytes);
    return name;
  }
}

/** Bytes of a block, gzipped. Small ones pay off in any order but the stored one, where fifteen cases on a screen lie in as many blocks. */
const BLOCK_BYTES = 4096;
const MOST_CASES = 256;
/** Chunks of cases by which the size of a line is measured, and the cases of each. */
const SAMPLES = 8;
/** Cases read at a time, of every answer its first words: a few MB; whole blocks. */
const CASES_AT_ONCE = 256;

type Line = CaseLines[number];

interface Made {
  readonly runs: readonly string[];
  readonly thumbnails: Thumbnails;
}

function pictureOf(media: NonNullable<StoredCase['media']>): string | null {
  const shown = media.filter(({ src }) => typeof src === 'string' && !isWebAddress(src));
  return (shown.find(({ condition }) => condition === undefined) ?? shown[0])?.src ?? null;
}

/** Cases that follow one another: the place of the first, and that after the last. */
type Ends = readonly [from: number, to: number];

const within = (all: readonly Ends[]): string =>
  all.map(([from, to]) => `ordinal BETWEEN ${from} AND ${to - 1}`).join(' OR ');

async function linesBetween(
  work: WorkDatabase,
  { runs, thumbnails }: Made,
  ends: readonly Ends[],
): Promise<ReadonlyMap<number, Line>> {
  const wanted = `SELECT instance, ordinal FROM positions WHERE ${within(ends)}`;
  const lines = new Map<number, Line>();
  for (const [place, { line, media }] of await caseLines(work, wanted, runs)) {
    const src = pictureOf(media);
    lines.set(place, src === null ? line : { ...line, thumb: await thumbnails.of(src) });
  }
  return lines;
}

const blockText = (lines: readonly Line[]): string => `${JSON.stringify(lines)}\n`;

/** Ends of the runs of cases by which the size of a line is measured. */
const samplesOf = (total: number): Ends[] =>
  Array.from({ length: SAMPLES }, (_, sample) => {
    const from = Math.floor((sample * total) / SAMPLES);
    return [from, Math.min(total, from + SAMPLES)];
  });

/** Says how many cases a block has: a power of two, so that a little more data rarely puts cases into other blocks. */
async function blockCases(work: WorkDatabase, made: Made, total: number): Promise<number> {
  const samples = samplesOf(total);
  const lines = await linesBetween(work, made, samples);
  let [bytes, cases] = [0, 0];
  for (const [from, to] of samples) {
    const own = [...lines].flatMap(([place, line]) => (place >= from && place < to ? [line] : []));
    bytes += gzipSync(blockText(own)).byteLength;
    cases += own.length;
  }
  const fitting = (BLOCK_BYTES * cases) / Math.max(1, bytes);
  return Math.min(MOST_CASES, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

type Holds = NonNullable<InstanceData['lines']>['holds'];

function holdsOf(lines: Iterable<Line>): Holds {
  const holds = new Set<Holds[number]>();
  for (const { prompt, thumb, gold, said } of lines) {
    if (prompt !== '') holds.add('prompt');
    if (thumb !== '') holds.add('thumb');
    if (gold.length > 0) holds.add('gold');
    if (said.some(([, , , reason]) => reason !== '')) holds.add('reason');
  }
  return [...holds];
}

interface LinesTo {
  readonly small: SmallFiles;
  readonly benchmark: string;
  /** In the order of the explorer's choices. */
  readonly runs: readonly string[];
}

/** Writes the lines of cases into blocks of equally many cases, with small pictures. The ranks of `rankTexts` are there. */
export async function writeLines(
  work: WorkDatabase,
  { small, benchmark, runs }: LinesTo,
): Promise<NonNullable<InstanceData['lines']>> {
  const pages = new HashedPages(small, (block, hash) => linesPath(benchmark, block, hash));
  const made: Made = { runs, thumbnails: new Thumbnails(small) };
  const total = Number((await work.row('SELECT count(*)::DOUBLE AS cases FROM instances'))['cases']);
  const cases = await blockCases(work, made, total);
  const holds = new Set<Holds[number]>();
  for (let from = 0; from < total; from += CASES_AT_ONCE) {
    const found = await linesBetween(work, made, [[from, Math.min(total, from + CASES_AT_ONCE)]]);
    const lines = [...found.values()];
    for (let first = 0; first < lines.length; first += cases)
      await pages.add((from + first) / cases, blockText(lines.slice(first, first + cases)));
    for (const one of holdsOf(lines)) holds.add(one);
  }
  return { cases, index: await pages.index(Math.ceil(total / cases)), holds: [...holds].sort() };
}

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
