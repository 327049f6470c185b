import { gzipSync } from 'node:zlib';
import { isRemote } from '../../records/run-context.ts';
import type { CaseLines } from '../../schema/page-files.ts';
import type { InstanceData } from '../../schema/release.ts';
import { linesPath } from '../../schema/release-paths.ts';
import type { StoredCase } from '../../schema/shard.ts';
import { readNames } from '../../scoring/case-texts.ts';
import { SHARED } from '../../scoring/staging.ts';
import type { QueryRow } from '../../sql/query.ts';
import { type HashedFile, HashedPages, hashedFile } from './hashed-pages.ts';
import { digestOfKey, type KeptResults } from './kept.ts';
import { decodeFiles, encodeFiles, type FilesKept } from './kept-files.ts';
import { textDigests } from './text-rows.ts';
import { Thumbnails } from './thumbnails.ts';
import type { WorkDatabase } from './work.ts';

/** Gzipped bytes of a block, about: in another order than the stored one, some fifteen cases on a screen lie in as many blocks. */
const BLOCK_BYTES = 4096;
const MOST_CASES = 256;
/** Stretches of cases by which the size of a line is measured, and the cases of each. */
const SAMPLES = 8;
/** Characters kept of a prompt's first line, and of a reason. */
const PROMPT = 120;
const REASON = 70;
/** Cases read at a time, of every answer its first words: a few MB. A stretch is kept together, whole blocks of it. */
const CASES_AT_ONCE = 1024;

type Line = CaseLines[number];

/**
 * One answer for each run and criterion of the cases `from` … `to` − 1: of the judgment itself before what follows from it, without a perturbation, of the
 * first repeat, with A first.
 */
const answersSql = (
  from: number,
  to: number,
): string => `SELECT ordinal, name AS run, criterion, verdict, score, parse, reason FROM (
  SELECT ordinal, name, criterion, verdict, CASE WHEN NOT isnan(score) THEN score END AS score, parse,
    left(CASE WHEN raw_at < 0 THEN text ELSE left(text, raw_at) END, ${2 * REASON}) AS reason,
    row_number() OVER (PARTITION BY ordinal, name, criterion
      ORDER BY CASE stage WHEN 'judge' THEN 0 WHEN 'critique' THEN 1 ELSE 2 END, repeat, "order", response) AS choice
  FROM judgments JOIN (SELECT ordinal AS run, run AS name FROM runs) AS named USING (run)
    JOIN labels USING (label) JOIN (SELECT instance, ordinal FROM positions WHERE ordinal BETWEEN ${from} AND ${to - 1}) USING (instance)
  WHERE condition = 'base' AND critique_judge = '' AND stage <> 'correction')
WHERE choice = 1 ORDER BY ordinal, name, criterion`;

const recordsSql = (
  from: number,
  to: number,
): string => `SELECT ordinal, record FROM instances JOIN positions USING (instance)
WHERE ordinal BETWEEN ${from} AND ${to - 1} ORDER BY ordinal`;

const goldSql = (from: number, to: number): string => `SELECT ordinal, criterion, min(value) AS value
FROM gold JOIN positions USING (instance)
WHERE ordinal BETWEEN ${from} AND ${to - 1} AND source = ${SHARED} AND annotator = '' AND kind <> 'reference'
GROUP BY ordinal, criterion ORDER BY ordinal, criterion`;

/** The first line that says something, cut at a word: `a long text` → `a long…`. What HTML cannot hold is `\ufffd`, as a browser reads it. */
export function firstWords(text: string, most: number): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const plain = line.replaceAll(/\s+/g, ' ').trim().toWellFormed().replaceAll('\0', '\ufffd');
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  const end = cut.lastIndexOf(' ');
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function answerOf({ verdict, score, parse }: QueryRow): string {
  if (verdict !== null) return String(verdict);
  return score === null ? `!${parse}` : String(score);
}

interface Made {
  readonly runs: readonly string[];
  readonly thumbnails: Thumbnails;
}

/** The picture that a list shows of a case; null without one. */
function pictureOf(media: NonNullable<StoredCase['media']>): string | null {
  const shown = media.filter(({ src }) => typeof src === 'string' && !isRemote(src));
  return (shown.find(({ condition }) => condition === undefined) ?? shown[0])?.src ?? null;
}

interface Lines {
  readonly lines: readonly Line[];
  /** Pictures of which small ones are shown. */
  readonly pictures: readonly string[];
}

async function linesBetween(
  work: WorkDatabase,
  { runs, thumbnails }: Made,
  [from, to]: readonly [number, number],
): Promise<Lines> {
  const places = new Map(runs.map((run, place) => [run, place]));
  const lines: Line[] = [];
  const pictures = new Set<string>();
  for (const { record } of await work.query(recordsSql(from, to))) {
    const { prompt = '', media = [] } = JSON.parse(String(record)) as Pick<StoredCase, 'prompt' | 'media'>;
    const src = pictureOf(media);
    if (src !== null) pictures.add(src);
    const thumb = src === null ? '' : await thumbnails.of(src);
    lines.push({ prompt: firstWords(prompt, PROMPT), thumb, gold: [], said: [] });
  }
  for (const row of await work.query(goldSql(from, to)))
    lines[Number(row['ordinal']) - from]?.gold.push([String(row['criterion']), String(row['value'])]);
  for (const row of await work.query(answersSql(from, to))) {
    const place = places.get(String(row['run']));
    if (place === undefined) continue;
    const reason = firstWords(String(row['reason']), REASON);
    lines[Number(row['ordinal']) - from]?.said.push([place, String(row['criterion']), answerOf(row), reason]);
  }
  return { lines, pictures: [...pictures] };
}

const blockText = (lines: readonly Line[]): string => `${JSON.stringify(lines)}\n`;

/** Cases of a block; a power of two, so that a little more data rarely puts cases into other blocks. */
async function blockCases(work: WorkDatabase, made: Made, total: number): Promise<number> {
  let [bytes, cases] = [0, 0];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = Math.floor((sample * total) / SAMPLES);
    const { lines } = await linesBetween(work, made, [from, Math.min(total, from + SAMPLES)]);
    bytes += gzipSync(blockText(lines)).byteLength;
    cases += lines.length;
  }
  const fitting = (BLOCK_BYTES * cases) / Math.max(1, bytes);
  return Math.min(MOST_CASES, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

type Holds = NonNullable<InstanceData['lines']>['holds'];

/** What is kept of a stretch of cases beside the files of its blocks. */
interface AboutLines {
  readonly holds: Holds;
  readonly pictures: readonly string[];
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

async function filesOf({ lines, pictures }: Lines, cases: number): Promise<FilesKept<AboutLines>> {
  const blocks: Promise<HashedFile>[] = [];
  for (let first = 0; first < lines.length; first += cases)
    blocks.push(hashedFile(blockText(lines.slice(first, first + cases))));
  return { about: { holds: holdsOf(lines), pictures }, files: await Promise.all(blocks) };
}

/** What lines are written with. */
interface LinesTo {
  readonly out: string;
  readonly benchmark: string;
  /** In the order of the explorer's choices. */
  readonly runs: readonly string[];
  readonly kept: KeptResults;
}

/**
 * Writes what lists say of cases into blocks of as many cases each, below `out`, which stands for `public/data`, with small pictures. A stretch
 * of cases whose texts are as in an earlier build is not made again. The ranks of `rankTexts` are there.
 */
export async function writeLines(
  work: WorkDatabase,
  { out, benchmark, runs, kept }: LinesTo,
): Promise<NonNullable<InstanceData['lines']>> {
  const pages = new HashedPages(out, (block, hash) => linesPath(benchmark, block, hash));
  const made: Made = { runs, thumbnails: new Thumbnails(out, kept) };
  const total = Number((await work.row('SELECT count(*)::DOUBLE AS cases FROM instances'))['cases']);
  const cases = await blockCases(work, made, total);
  const names = digestOfKey([runs, await readNames(work)]);
  const digests = await textDigests(work, `(ordinal // ${CASES_AT_ONCE})::INTEGER`);
  const holds = new Set<Holds[number]>();
  for (const digest of digests) {
    const from = digest.part * CASES_AT_ONCE;
    const bytes = await kept.bytes('lines', JSON.stringify([names, cases, total, digest]), async () => {
      const lines = await linesBetween(work, made, [from, Math.min(total, from + CASES_AT_ONCE)]);
      return encodeFiles(await filesOf(lines, cases));
    });
    const { about, files } = decodeFiles<AboutLines>(Buffer.from(bytes));
    for (const one of about.holds) holds.add(one);
    for (const picture of about.pictures) await made.thumbnails.of(picture);
    for (const [block, file] of files.entries()) await pages.put(from / cases + block, file);
  }
  return { cases, index: await pages.index(Math.ceil(total / cases)), holds: [...holds].sort() };
}
