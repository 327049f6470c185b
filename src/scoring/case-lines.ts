import type { CaseLines } from '../schema/release-paths.ts';
import type { StoredCase } from '../schema/shard.ts';
import type { QueryRow } from '../sql/query.ts';
import { SHARED_GOLD } from './staging.ts';
import type { Work } from './work.ts';

/** Characters kept of a prompt's first line, and of a reason. */
const PROMPT = 120;
const REASON = 70;

type Line = CaseLines[number];

/** Rows (instance, ordinal): the wanted cases of the working database, and their places in the answer. */
type Wanted = string;

/**
 * Selects one answer for each run and criterion of the wanted cases: of the judgment itself before what follows from it, without a
 * perturbation, of the first repeat, with A first, about the response whose name comes first. What a critique judge made of a critique is no answer;
 * the verdict beside it is. Nothing depends on the order in which judgments, or the names of responses, were read.
 */
const answersSql = (
  wanted: Wanted,
): string => `SELECT ordinal, name AS run, criterion, verdict, score, parse, reason FROM (
  SELECT ordinal, runs.name AS name, criterion, verdict, CASE WHEN critique_judge = '' AND NOT isnan(score) THEN score END AS score, parse,
    left(CASE WHEN raw_at < 0 THEN text ELSE left(text, raw_at) END, ${2 * REASON}) AS reason,
    row_number() OVER (PARTITION BY ordinal, runs.name, criterion
      ORDER BY CASE stage WHEN 'judge' THEN 0 WHEN 'critique' THEN 1 ELSE 2 END, repeat, "order", responses.name, critique_judge) AS choice
  FROM judgments JOIN (SELECT ordinal AS run, run AS name FROM runs) AS runs USING (run)
    JOIN labels USING (label) JOIN response_names AS responses USING (response) JOIN (${wanted}) USING (instance)
  WHERE condition = 'base' AND (critique_judge = '' OR verdict IS NOT NULL) AND stage <> 'correction')
WHERE choice = 1 ORDER BY ordinal, name, criterion`;

const recordsSql = (wanted: Wanted): string =>
  `SELECT ordinal, record FROM instances JOIN (${wanted}) USING (instance) ORDER BY ordinal`;

/**
 * Selects one label for each criterion of the wanted cases: what people prefer or call right, else the better one by their ratings where critics
 * were asked to choose, else a rating.
 */
const goldSql = (wanted: Wanted): string => `SELECT ordinal, criterion,
  CASE WHEN named IS NOT NULL THEN named WHEN NOT chosen OR criterion <> '' THEN rated WHEN a > b THEN 'a' WHEN b > a THEN 'b' END AS value
FROM (
  SELECT ordinal, criterion, coalesce(min(value) FILTER (kind = 'preference'), min(value) FILTER (kind = 'correct')) AS named,
    min(value) FILTER (kind = 'quality') AS rated, bool_or(choices.instance IS NOT NULL) AS chosen,
    max(try_cast(value AS DOUBLE)) FILTER (kind = 'quality' AND response = 'a') AS a,
    max(try_cast(value AS DOUBLE)) FILTER (kind = 'quality' AND response = 'b') AS b
  FROM gold JOIN (${wanted}) USING (instance) LEFT JOIN (
    SELECT DISTINCT instance FROM judgments JOIN labels USING (label) WHERE stage = 'preference') AS choices USING (instance)
  WHERE source = ${SHARED_GOLD} AND annotator = '' AND kind <> 'reference' GROUP BY ordinal, criterion)
WHERE value IS NOT NULL ORDER BY ordinal, criterion`;

/** Gives the first line with text, cut at a word: `a long text` → `a long…`. What HTML cannot hold is `\ufffd`, as a browser reads it. */
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

/** What a list says of a case, and the pictures of which a small one may stand before it. */
interface LineFound {
  readonly line: Line;
  readonly media: NonNullable<StoredCase['media']>;
}

/** Gathers what lists say of the wanted cases, by their `ordinal`, without small pictures. `runs` are in the order of the explorer's choices. */
export async function caseLines(
  { query }: Pick<Work, 'query'>,
  wanted: Wanted,
  runs: readonly string[],
): Promise<ReadonlyMap<number, LineFound>> {
  const places = new Map(runs.map((run, place) => [run, place]));
  const lines = new Map<number, LineFound>();
  for (const { ordinal, record } of await query(recordsSql(wanted))) {
    const { prompt = '', media = [] } = JSON.parse(String(record)) as Pick<StoredCase, 'prompt' | 'media'>;
    lines.set(Number(ordinal), { line: { prompt: firstWords(prompt, PROMPT), thumb: '', gold: [], said: [] }, media });
  }
  for (const row of await query(goldSql(wanted)))
    lines.get(Number(row['ordinal']))?.line.gold.push([String(row['criterion']), String(row['value'])]);
  for (const row of await query(answersSql(wanted))) {
    const place = places.get(String(row['run']));
    if (place === undefined) continue;
    const reason = firstWords(String(row['reason']), REASON);
    lines.get(Number(row['ordinal']))?.line.said.push([place, String(row['criterion']), answerOf(row), reason]);
  }
  return lines;
}
