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

/** JSON of a block, about: a list shows some forty cases at a time, which may lie in as many blocks. */
const BLOCK_BYTES = 32 * 1024;
const MOST_CASES = 256;
/** Characters kept of a prompt's first line, and of a reason. */
const PROMPT = 140;
const REASON = 90;
/** JSON of a case, and of an answer, beside their texts. */
const CASE_BYTES = 60;
const ANSWER_BYTES = 24;
/** Blocks read at a time. */
const AT_ONCE = 64;

type Line = CaseLines[number];

const SIZE = `SELECT (
  (SELECT count(*) * ${CASE_BYTES} + coalesce(sum(least(strlen(record), ${PROMPT})), 0) FROM instances)
  + (SELECT coalesce(sum(least(strlen(text), ${REASON}) + ${ANSWER_BYTES}), 0) FROM judgments))::DOUBLE AS bytes,
  (SELECT count(*) FROM instances)::DOUBLE AS cases`;

/** A power of two, so that a little more data rarely puts cases into other blocks. */
const blockCases = (bytes: number, cases: number): number =>
  Math.min(MOST_CASES, 2 ** Math.max(0, Math.floor(Math.log2(BLOCK_BYTES / Math.max(1, bytes / Math.max(1, cases))))));

/**
 * One answer for each run and criterion of the cases `from` … `to` − 1: of the judgment itself before what follows from it, without a perturbation, of the
 * first repeat, with A first.
 */
const answersSql = (
  from: number,
  to: number,
): string => `SELECT ordinal, name AS run, criterion, verdict, score, parse, reason FROM (
  SELECT ordinal, name, criterion, verdict, CASE WHEN NOT isnan(score) THEN score END AS score, parse,
    left(CASE WHEN raw_at < 0 THEN text ELSE left(text, raw_at) END, ${4 * REASON}) AS reason,
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

/** The first line that says something, cut at a word: `a long text` → `a long…`. */
export function firstWords(text: string, most: number): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const plain = line.replaceAll(/\s+/g, ' ').trim();
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

type Holds = NonNullable<InstanceData['lines']>['holds'];

/**
 * Writes what lists say of cases into blocks of as many cases each, below `out`, which stands for `public/data`, with small pictures. `runs`: in the
 * order of the explorer's choices.
 */
export async function writeLines(
  work: WorkDatabase,
  { out, benchmark, runs }: { readonly out: string; readonly benchmark: string; readonly runs: readonly string[] },
): Promise<NonNullable<InstanceData['lines']>> {
  const { bytes, cases: all } = await work.row(SIZE);
  const total = Number(all);
  const cases = blockCases(Number(bytes), total);
  const pages = new HashedPages(out, (block, hash) => linesPath(benchmark, block, hash));
  const made: Made = { runs, thumbnails: new Thumbnails(out) };
  const holds = new Set<Holds[number]>();
  for (let from = 0; from < total; from += AT_ONCE * cases) {
    const lines = await linesBetween(work, made, [from, Math.min(total, from + AT_ONCE * cases)]);
    for (const { prompt, thumb, gold, said } of lines) {
      if (prompt !== '') holds.add('prompt');
      if (thumb !== '') holds.add('thumb');
      if (gold.length > 0) holds.add('gold');
      if (said.some(([, , , reason]) => reason !== '')) holds.add('reason');
    }
    for (let first = 0; first < lines.length; first += cases)
      await pages.add((from + first) / cases, `${JSON.stringify(lines.slice(first, first + cases))}\n`);
  }
  return { cases, index: await pages.index(Math.ceil(total / cases)), holds: [...holds].sort() };
}
