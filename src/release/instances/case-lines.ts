import { gzipSync } from 'node:zlib';
import { isRemote } from '../../records/run-context.ts';
import type { CaseLines } from '../../schema/page-files.ts';
import type { InstanceData } from '../../schema/release.ts';
import { linesPath } from '../../schema/release-paths.ts';
import type { StoredCase } from '../../schema/shard.ts';
import { SHARED } from '../../scoring/staging.ts';
import type { QueryRow } from '../../sql/query.ts';
import { HashedPages } from './hashed-pages.ts';
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
/** Cases read at a time, of every answer its first words: a few MB. */
const CASES_AT_ONCE = 2048;

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

async function linesBetween(
  work: WorkDatabase,
  { runs, thumbnails }: Made,
  [from, to]: readonly [number, number],
): Promise<Line[]> {
  const places = new Map(runs.map((run, place) => [run, place]));
  const lines: Line[] = [];
  for (const { record } of await work.query(recordsSql(from, to))) {
    const { prompt = '', media = [] } = JSON.parse(String(record)) as Pick<StoredCase, 'prompt' | 'media'>;
    const shown = media.filter(({ src }) => typeof src === 'string' && !isRemote(src));
    const src = (shown.find(({ condition }) => condition === undefined) ?? shown[0])?.src ?? null;
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
  return lines;
}

const blockText = (lines: readonly Line[]): string => `${JSON.stringify(lines)}\n`;

/** Cases of a block; a power of two, so that a little more data rarely puts cases into other blocks. */
async function blockCases(work: WorkDatabase, made: Made, total: number): Promise<number> {
  let [bytes, cases] = [0, 0];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = Math.floor((sample * total) / SAMPLES);
    const lines = await linesBetween(work, made, [from, Math.min(total, from + SAMPLES)]);
    bytes += gzipSync(blockText(lines)).byteLength;
    cases += lines.length;
  }
  const fitting = (BLOCK_BYTES * cases) / Math.max(1, bytes);
  return Math.min(MOST_CASES, 2 ** Math.max(0, Math.floor(Math.log2(fitting))));
}

type Holds = NonNullable<InstanceData['lines']>['holds'];

/**
 * Writes what lists say of cases into blocks of as many cases each, below `out`, which stands for `public/data`, with small pictures. `runs`: in the
 * order of the explorer's choices.
 */
export async function writeLines(
  work: WorkDatabase,
  { out, benchmark, runs }: { readonly out: string; readonly benchmark: string; readonly runs: readonly string[] },
): Promise<NonNullable<InstanceData['lines']>> {
  const pages = new HashedPages(out, (block, hash) => linesPath(benchmark, block, hash));
  const made: Made = { runs, thumbnails: new Thumbnails(out) };
  const total = Number((await work.row('SELECT count(*)::DOUBLE AS cases FROM instances'))['cases']);
  const cases = await blockCases(work, made, total);
  const holds = new Set<Holds[number]>();
  for (let from = 0; from < total; from += CASES_AT_ONCE) {
    const lines = await linesBetween(work, made, [from, Math.min(total, from + CASES_AT_ONCE)]);
    for (const { prompt, thumb, gold, said } of lines) {
      if (prompt !== '') holds.add('prompt');
      if (thumb !== '') holds.add('thumb');
      if (gold.length > 0) holds.add('gold');
      if (said.some(([, , , reason]) => reason !== '')) holds.add('reason');
    }
    for (let first = 0; first < lines.length; first += cases)
      await pages.add((from + first) / cases, blockText(lines.slice(first, first + cases)));
  }
  return { cases, index: await pages.index(Math.ceil(total / cases)), holds: [...holds].sort() };
}
