import { statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isWebAddress } from '../../records/run-context.ts';
import type { InstanceData } from '../../schema/release.ts';
import { bucketPath, type CaseLines, linesPath } from '../../schema/release-paths.ts';
import type { StoredCase } from '../../schema/shard.ts';
import { caseLines } from '../../scoring/case-texts.ts';
import type { WorkDatabase } from '../duckdb.ts';
import { HashedPages, type ReleaseFiles } from '../writer.ts';
import { GAPS, partCount, type WordIndex } from './case-words.ts';

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
  private readonly files: ReleaseFiles;

  constructor(files: ReleaseFiles) {
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
  readonly files: ReleaseFiles;
  readonly benchmark: string;
  /** In the order of the explorer's choices. */
  readonly runs: readonly string[];
}

/** Writes the lines of cases into blocks of equally many cases, with small pictures. The ranks of `rankTexts` are there. */
export async function writeLines(
  work: WorkDatabase,
  { files, benchmark, runs }: LinesTo,
): Promise<NonNullable<InstanceData['lines']>> {
  const pages = new HashedPages(files, (block, hash) => linesPath(benchmark, block, hash));
  const made: Made = { runs, thumbnails: new Thumbnails(files) };
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

/** Writes the buckets of words whose index is in a database of its own; null when there was no word at all. */
export async function writeWords(
  work: WorkDatabase,
  words: WordIndex,
  { files, benchmark }: Pick<LinesTo, 'files' | 'benchmark'>,
): Promise<InstanceData['postings'] | null> {
  const count = await words.close((bytes) => partCount(bytes, BUCKET_BYTES));
  if (count === 0) return null;
  const pages = new HashedPages(files, (bucket, hash) => bucketPath(benchmark, bucket, hash));
  let bucket = -1;
  let entries: string[] = [];
  const flush = async (): Promise<void> => {
    if (entries.length > 0) await pages.add(bucket, `{${entries.join(',\n')}}\n`);
    entries = [];
  };
  for await (const [buckets = [], texts = [], lists = []] of work.stream(GAPS)) {
    for (let i = 0; i < buckets.length; i++) {
      if (buckets[i] !== bucket) await flush();
      bucket = Number(buckets[i]);
      entries.push(`${JSON.stringify(texts[i])}:[${String(lists[i])}]`);
    }
  }
  await flush();
  return { buckets: count, index: await pages.index(count) };
}
