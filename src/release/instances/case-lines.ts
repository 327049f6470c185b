import { gzipSync } from 'node:zlib';
import { isWebAddress } from '../../records/run-context.ts';
import type { CaseLines } from '../../schema/page-files.ts';
import type { InstanceData } from '../../schema/release.ts';
import { linesPath } from '../../schema/release-paths.ts';
import type { StoredCase } from '../../schema/shard.ts';
import { caseLines } from '../../scoring/case-lines.ts';
import { readNames, textRowsSql } from '../../scoring/case-texts.ts';
import { rowSums } from './digests.ts';
import { type HashedFile, HashedPages, hashedFile } from './hashed-pages.ts';
import { digestOfKey, type KeptResults } from './kept.ts';
import type { PartDigest, PartDigests } from './part-digests.ts';
import type { SmallFiles } from './small-files.ts';
import { textDigests } from './text-rows.ts';
import { Thumbnails } from './thumbnails.ts';
import type { WorkDatabase } from './work.ts';

/** Bytes of a block, gzipped. Small ones pay off in any order but the stored one, where fifteen cases on a screen lie in as many blocks. */
const BLOCK_BYTES = 4096;
const MOST_CASES = 256;
/** Stretches of cases by which the size of a line is measured, and the cases of each. */
const SAMPLES = 8;
/** Cases read at a time, of every answer its first words: a few MB. A stretch is kept together, whole blocks of it. */
const CASES_AT_ONCE = 256;

type Line = CaseLines[number];

interface Made {
  readonly runs: readonly string[];
  readonly thumbnails: Thumbnails;
}

/** The picture that a list shows of a case; null without one. */
function pictureOf(media: NonNullable<StoredCase['media']>): string | null {
  const shown = media.filter(({ src }) => typeof src === 'string' && !isWebAddress(src));
  return (shown.find(({ condition }) => condition === undefined) ?? shown[0])?.src ?? null;
}

interface Lines {
  readonly lines: readonly Line[];
  /** Pictures of which small ones are shown. */
  readonly pictures: readonly string[];
}

/** Cases that follow one another: the place of the first, and that after the last. */
type Ends = readonly [from: number, to: number];

/** Writes SQL: the cases between some ends. */
const within = (all: readonly Ends[]): string =>
  all.map(([from, to]) => `ordinal BETWEEN ${from} AND ${to - 1}`).join(' OR ');

/** Gathers the lines of cases by their places, in the order of these. */
async function linesBetween(
  work: WorkDatabase,
  { runs, thumbnails }: Made,
  ends: readonly Ends[],
): Promise<{ readonly lines: ReadonlyMap<number, Line>; readonly pictures: readonly string[] }> {
  const wanted = `SELECT instance, ordinal FROM positions WHERE ${within(ends)}`;
  const lines = new Map<number, Line>();
  const pictures = new Set<string>();
  for (const [place, { line, media }] of await caseLines(work, wanted, runs)) {
    const src = pictureOf(media);
    if (src !== null) pictures.add(src);
    lines.set(place, src === null ? line : { ...line, thumb: await thumbnails.of(src) });
  }
  return { lines, pictures: [...pictures] };
}

const blockText = (lines: readonly Line[]): string => `${JSON.stringify(lines)}\n`;

/** Ends of the stretches of cases by which the size of a line is measured. */
const samplesOf = (total: number): Ends[] =>
  Array.from({ length: SAMPLES }, (_, sample) => {
    const from = Math.floor((sample * total) / SAMPLES);
    return [from, Math.min(total, from + SAMPLES)];
  });

/** Says how many cases a block has: a power of two, so that a little more data rarely puts cases into other blocks. */
async function blockCases(work: WorkDatabase, made: Made, total: number): Promise<number> {
  const samples = samplesOf(total);
  const { lines } = await linesBetween(work, made, samples);
  let [bytes, cases] = [0, 0];
  for (const [from, to] of samples) {
    const own = [...lines].flatMap(([place, line]) => (place >= from && place < to ? [line] : []));
    bytes += gzipSync(blockText(own)).byteLength;
    cases += own.length;
  }
  const fitting = (BLOCK_BYTES * cases) / Math.max(1, bytes);
  return Math.min(MOST_CASES, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

/** Sums up what is said of the cases that are measured, as one part. */
const sampleDigest = (digests: PartDigests, total: number): Promise<readonly PartDigest[]> =>
  digests.of(`texts of samples of ${total}`, {
    touched: (cases) =>
      `SELECT DISTINCT 0 AS part FROM work.main.positions WHERE ordinal IN (${cases}) AND (${within(samplesOf(total))})`,
    sql: () =>
      `SELECT 0 AS part, count(*)::DOUBLE AS n, ${rowSums('rows')} AS digest FROM (${textRowsSql(
        `SELECT instance, ordinal, 0 AS shard FROM positions WHERE ${within(samplesOf(total))}`,
      )}) AS rows`,
  });

type Holds = NonNullable<InstanceData['lines']>['holds'];

interface AboutLines {
  readonly holds: Holds;
  readonly pictures: readonly string[];
  /** Hashes of its blocks, in their order. */
  readonly blocks: readonly string[];
}

function holdsOf(lines: readonly Line[]): Holds {
  const holds = new Set<Holds[number]>();
  for (const { prompt, thumb, gold, said } of lines) {
    if (prompt !== '') holds.add('prompt');
    if (thumb !== '') holds.add('thumb');
    if (gold.length > 0) holds.add('gold');
    if (said.some(([, , , reason]) => reason !== '')) holds.add('reason');
  }
  return [...holds];
}

/** Puts the lines of cases into blocks, of which the first has the number `block`. */
async function putLines(
  pages: HashedPages,
  { lines, pictures }: Lines,
  { block, cases }: { readonly block: number; readonly cases: number },
): Promise<AboutLines> {
  const making: Promise<HashedFile>[] = [];
  for (let first = 0; first < lines.length; first += cases)
    making.push(hashedFile(blockText(lines.slice(first, first + cases))));
  const files = await Promise.all(making);
  for (const [i, file] of files.entries()) await pages.put(block + i, file);
  return { holds: holdsOf(lines), pictures, blocks: files.map(({ hash }) => hash) };
}

interface LinesTo {
  readonly small: SmallFiles;
  readonly benchmark: string;
  /** In the order of the explorer's choices. */
  readonly runs: readonly string[];
  readonly kept: KeptResults;
  readonly digests: PartDigests;
}

/**
 * Writes the lines of cases into blocks of equally many cases, with small pictures. A stretch of cases whose texts are as in an earlier
 * build is not made again. The ranks of `rankTexts` are there.
 */
export async function writeLines(
  work: WorkDatabase,
  { small, benchmark, runs, kept, digests: known }: LinesTo,
): Promise<NonNullable<InstanceData['lines']>> {
  const pages = new HashedPages(small, (block, hash) => linesPath(benchmark, block, hash));
  const made: Made = { runs, thumbnails: new Thumbnails(small) };
  const total = Number((await work.row('SELECT count(*)::DOUBLE AS cases FROM instances'))['cases']);
  const names = digestOfKey([runs, await readNames(work)]);
  const measured = [names, total, await sampleDigest(known, total)];
  const cases = await kept.json('lines', measured, () => blockCases(work, made, total));
  const digests = await textDigests(known, `(ordinal // ${CASES_AT_ONCE})::INTEGER`);
  const holds = new Set<Holds[number]>();
  for (const digest of digests) {
    const from = digest.part * CASES_AT_ONCE;
    const block = from / cases;
    const about = await kept.jsonThatServes<AboutLines>('lines', [names, cases, total, digest], {
      make: async () => {
        const ends = [from, Math.min(total, from + CASES_AT_ONCE)] as const;
        const { lines, pictures } = await linesBetween(work, made, [ends]);
        return putLines(pages, { lines: [...lines.values()], pictures }, { block, cases });
      },
      serves: ({ blocks }) => pages.again(blocks.map((hash, i) => [block + i, hash])),
    });
    for (const one of about.holds) holds.add(one);
    for (const picture of about.pictures) await made.thumbnails.of(picture);
  }
  return { cases, index: await pages.index(Math.ceil(total / cases)), holds: [...holds].sort() };
}
