import { statSync } from 'node:fs';
import path from 'node:path';
import { isWebAddress } from '../../records/read.ts';
import type { Pointer } from '../../schema/packs.ts';
import type { InstanceData } from '../../schema/release.ts';
import type { CaseText } from '../../schema/release-paths.ts';
import type { StoredCase } from '../../schema/stored-case.ts';
import { caseLines } from '../../scoring/case-texts.ts';
import type { WorkDatabase } from '../duckdb.ts';
import type { ReleaseFiles } from '../writer.ts';
import { GAPS, type WordIndex } from './case-words.ts';
import { PackWriter } from './packs.ts';

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

/** Gives the path of the small picture of a published one, below `public/data/`; '' where it cannot be read or would be too large. */
async function thumbnailOf(src: string, files: ReleaseFiles): Promise<string> {
  const file = files.pathOf(src);
  if (statSync(file).size <= MOST_THUMB_BYTES) return src;
  // The name keeps the hash of the picture that it is made of.
  const name = `${path.posix.dirname(path.posix.dirname(src))}/thumbs/${path.posix.parse(src).name}.webp`;
  const bytes = await smallPicture(file);
  if (bytes === null) return '';
  files.write(name, bytes);
  return name;
}

/** Cases read at a time, of every answer a sentence: a few MB. */
const CASES_AT_ONCE = 2048;

export interface LinesTo {
  readonly files: ReleaseFiles;
  readonly benchmark: string;
  /** In the order of the explorer's choices. */
  readonly runs: readonly string[];
  /** Where the reasons of cases lie, by their places. */
  readonly reasons: ReadonlyMap<number, Pointer>;
}

function pictureOf(media: NonNullable<StoredCase['media']>): string | null {
  const shown = media.filter(({ src }) => typeof src === 'string' && !isWebAddress(src));
  return (shown.find(({ condition }) => condition === undefined) ?? shown[0])?.src ?? null;
}

/** Gives the lines of cases that follow one another, by their places. */
async function linesBetween(
  work: WorkDatabase,
  { files, runs, reasons, thumbnails }: Omit<LinesTo, 'benchmark'> & { readonly thumbnails: Map<string, string> },
  [from, to]: readonly [from: number, to: number],
): Promise<ReadonlyMap<number, CaseText>> {
  const wanted = `SELECT instance, ordinal FROM positions WHERE ordinal BETWEEN ${from} AND ${to - 1}`;
  const lines = new Map<number, CaseText>();
  for (const [place, { line, media }] of await caseLines(work, wanted, runs)) {
    const [src, at] = [pictureOf(media), reasons.get(place)];
    const thumb = src === null ? '' : (thumbnails.get(src) ?? (await thumbnailOf(src, files)));
    if (src !== null) thumbnails.set(src, thumb);
    lines.set(place, { ...line, thumb, ...(at === undefined ? {} : { at }) });
  }
  return lines;
}

type Holds = NonNullable<InstanceData['lines']>['holds'];

function holdsOf(lines: Iterable<CaseText>): Holds {
  const holds = new Set<Holds[number]>();
  for (const { prompt, thumb, gold, said } of lines) {
    if (prompt !== '') holds.add('prompt');
    if (thumb !== '') holds.add('thumb');
    if (gold.length > 0) holds.add('gold');
    if (said.some(([, , , reason]) => reason !== '')) holds.add('reason');
  }
  return [...holds];
}

/** Bytes of a line, about. */
const LINE_BYTES = 1024;

/** Writes the lines of cases, a member each, and small pictures. The ranks of `rankTexts` are there. */
export async function writeLines(
  work: WorkDatabase,
  { files, benchmark, runs, reasons }: LinesTo,
): Promise<NonNullable<InstanceData['lines']>> {
  const made = { files, runs, reasons, thumbnails: new Map<string, string>() };
  const count = Number((await work.row('SELECT count(*)::DOUBLE AS cases FROM instances'))['cases']);
  const packs = new PackWriter(files, `${benchmark}/lines/*.jsonl.gz`, { count, bytes: LINE_BYTES * count });
  const holds = new Set<Holds[number]>();
  for (let from = 0; from < count; from += CASES_AT_ONCE) {
    const found = await linesBetween(work, made, [from, Math.min(count, from + CASES_AT_ONCE)]);
    for (const [place, line] of found) packs.add(place, JSON.stringify(line));
    for (const one of holdsOf(found.values())) holds.add(one);
  }
  return { ...packs.close('numbered'), holds: [...holds].sort() };
}

const BUCKET_BYTES = 64 * 1024;

/** Writes the buckets of words whose index is in a database of its own; null when there was no word at all. */
export async function writeWords(
  work: WorkDatabase,
  words: WordIndex,
  { files, benchmark }: Pick<LinesTo, 'files' | 'benchmark'>,
): Promise<InstanceData['postings'] | null> {
  const { count, bytes } = await words.close(BUCKET_BYTES);
  if (count === 0) return null;
  const packs = new PackWriter(files, `${benchmark}/words/*.jsonl.gz`, { count, bytes });
  let next = 0;
  let entries: string[] = [];
  const flush = (before: number): void => {
    if (entries.length > 0) packs.add(next++, `{${entries.join(',')}}`);
    entries = [];
    while (next < before) packs.add(next++, '');
  };
  for await (const [buckets = [], texts = [], lists = []] of work.stream(GAPS)) {
    for (let i = 0; i < buckets.length; i++) {
      const bucket = Number(buckets[i]);
      if (bucket !== next) flush(bucket);
      entries.push(`${JSON.stringify(texts[i])}:[${String(lists[i])}]`);
    }
  }
  flush(count);
  return packs.close('numbered');
}
