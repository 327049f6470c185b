import { agreesSql } from '../../metrics/choices.ts';
import { GOLD_SETS, READ } from '../../metrics/ledger.ts';
import { facetSql } from '../../metrics/query.ts';
import { slicePair } from '../../schema/slice.ts';
import { number, type Query, type QueryRow, text } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';
import { QUEUES, type Queue, STATUSES } from '../choices.ts';
import type { Summarised } from '../gather.ts';
import { OF_JUDGING_RUNS } from '../said.ts';
import { type VerdictPart, verdictsSql } from '../sets.ts';
import type { Bits } from './bits.ts';
import {
  COLUMN_BLOCKS,
  type ColumnBlock,
  type ColumnHead,
  encodeColumns,
  encodeNumbers,
  encodeTexts,
  QUEUE_BYTES,
} from './layout.ts';
import { casesAt } from './select.ts';

/** The share of the range of people's ratings that a score must miss a rating by to be another answer: 6 points of 0 to 10. */
const MISSED = 0.6;

const KEY = 'instance, response, criterion, kind';

/** A family alone puts a case into a queue if it holds this much of the weight, of 255: the others there answer hardly better than the most frequent label. */
const LONE_FAMILY = 230;

/**
 * Rows (instance, queue, agree, readable, weight, criterion, pair). Judges of a family have one vote (of scores the mean; divided: none), which weighs how much
 * oftener than the most frequent label the family is right (scores: the same). It takes two families to agree, or `LONE_FAMILY`.
 */
export const QUEUE_ROWS = `WITH sets AS (SELECT scope, ${KEY}, value, number, annotator FROM (${GOLD_SETS}) WHERE kind <> 'reference'),
labels AS (SELECT ${KEY}, value, number FROM sets WHERE annotator = '' QUALIFY row_number() OVER (PARTITION BY ${KEY} ORDER BY scope) = 1),
sure AS (
  SELECT ${KEY} FROM (FROM sets WHERE annotator <> '') AS raters JOIN labels USING (${KEY})
  GROUP BY ALL HAVING count(*) > 1 AND bool_and(coalesce(raters.number = labels.number, raters.value = labels.value))),
said AS (
  SELECT coalesce(nullif(judges.family, ''), runs.judge) AS family, instance, response::VARCHAR AS response, criterion::VARCHAR AS criterion,
    CASE WHEN protocol = 'pairwise' OR stage = 'preference' THEN 'preference' WHEN protocol = 'critique' THEN 'correct' ELSE 'quality' END AS kind,
    verdict::VARCHAR AS verdict, score
  FROM judgments JOIN runs USING (run) LEFT JOIN judges USING (judge)
  WHERE ${READ} AND condition = 'base' AND stage IN ('judge', 'critique', 'preference') AND protocol <> 'perturbation' AND NOT coalesce(reference, false)),
counts AS (SELECT family, ${KEY}, verdict, count(*) AS n FROM said WHERE kind <> 'quality' AND verdict IS NOT NULL GROUP BY ALL),
votes AS (SELECT family, ${KEY}, arg_max(verdict, n) AS verdict FROM counts GROUP BY ALL HAVING count(*) = 1 OR max(n, 2)[1] > max(n, 2)[2]),
known AS (SELECT * FROM votes JOIN (SELECT ${KEY}, value AS label FROM labels) USING (${KEY})),
chances AS (
  SELECT kind, max(n) / sum(n) AS chance FROM (SELECT kind, value, count(*) AS n FROM labels WHERE value IS NOT NULL GROUP BY ALL) GROUP BY kind),
weights AS (
  SELECT family, kind, greatest(1, round(1000 * (count_if(${agreesSql('verdict')}) / count(*) - any_value(chance))))::BIGINT AS weight
  FROM known JOIN chances USING (kind) GROUP BY family, kind),
verdicts AS (
  SELECT ${KEY}, ${agreesSql('verdict')} AS agrees, verdict, count(*) AS agree, sum(weight) AS weight
  FROM known JOIN weights USING (family, kind) GROUP BY ALL),
others AS (
  SELECT ${KEY}, max(agree) FILTER (NOT agrees) AS agree, sum(agree) AS readable, round(255 * max(weight) FILTER (NOT agrees) / sum(weight)) AS weight
  FROM verdicts GROUP BY ALL),
misses AS (
  SELECT ${KEY}, count_if(abs(mean - number) >= reach) AS agree, count(*) AS readable, round(255 * count_if(abs(mean - number) >= reach) / count(*)) AS weight
  FROM (SELECT family, ${KEY}, avg(score) AS mean FROM said WHERE kind = 'quality' AND score IS NOT NULL GROUP BY ALL)
    JOIN labels USING (${KEY}), (SELECT ${MISSED} * (max(number) - min(number)) AS reach FROM labels WHERE kind = 'quality')
  GROUP BY ALL)
SELECT instance, CASE WHEN sure.instance IS NULL THEN 'suspect' ELSE 'blind' END AS queue, agree::DOUBLE AS agree, readable::DOUBLE AS readable,
  weight::DOUBLE AS weight, criterion, (kind = 'preference')::INTEGER AS pair
FROM (FROM others UNION ALL FROM misses) LEFT JOIN sure USING (${KEY}) WHERE agree > 1 OR (agree = 1 AND readable > 1 AND weight >= ${LONE_FAMILY})
QUALIFY row_number() OVER (PARTITION BY instance, queue ORDER BY weight DESC, agree / readable DESC, agree DESC, criterion, response, kind) = 1`;

/** The place of a facet's value where a case has none that is listed: no list is as long. */
const NO_CODE = 255;

/** The three files of a benchmark's cases, before they are gzipped. */
export interface CaseFiles {
  /** What filters, counts and rows need. */
  readonly columns: Uint8Array<ArrayBuffer>;
  /** What only downloads and one order need. */
  readonly details: Uint8Array<ArrayBuffer>;
  /** Right and wrong per criterion; null where no judgment names one. */
  readonly criteria: Uint8Array<ArrayBuffer> | null;
}

const casesSql = ({
  facets,
}: Summarised): string => `SELECT instance, coalesce(cluster, '') AS cluster, prompt_length, judgments, longest
  ${facets.map(({ name }, k) => `, ${facetSql(name)} AS facet_${k}`).join('')}
FROM instances LEFT JOIN (
  SELECT instance, count(*)::DOUBLE AS judgments, max(length) AS longest FROM judgments WHERE ${OF_JUDGING_RUNS} GROUP BY instance)
USING (instance) ORDER BY instances.rowid`;

const PLACED = '(SELECT instance, rowid::INTEGER AS place FROM instances)';

/** Rows (what, of, places): the cases of each run, parse status and criterion of judgments. */
const JUDGED = `WITH own AS (
  SELECT place, run::VARCHAR AS run, parse::VARCHAR AS parse, criterion::VARCHAR AS criterion
  FROM judgments JOIN ${PLACED} USING (instance) WHERE ${OF_JUDGING_RUNS})
${['run', 'parse', 'criterion']
  .map((of) => `SELECT ${literal(of)} AS what, ${of} AS of, list(DISTINCT place) AS places FROM own GROUP BY ${of}`)
  .join('\nUNION ALL ')}`;

/** Rows (run, part, asked, won): places of the cases that a run was right or wrong on, and those that it was right on. */
const answeredSql = (
  part: VerdictPart,
): string => `SELECT run::VARCHAR AS run, part, list(place) AS asked, list(place) FILTER (NOT lost) AS won
FROM (${verdictsSql(part)}) JOIN ${PLACED} USING (instance) GROUP BY ALL`;

/** Gives rows by a key as sets of the cases at the places in one of their columns. */
function rowSets(cases: number, rows: readonly QueryRow[], keys: readonly [string, string]) {
  const found = new Map(rows.map((row) => [keys.map((key) => text(row, key)).join(' '), row]));
  // The engines give lists as arrays of different types; there is no row, or NULL, where no case is in it.
  return (key: readonly [string, string], column: string): Bits =>
    casesAt(cases, (found.get(key.join(' '))?.[column] ?? []) as Iterable<number>);
}

const numbersOf = (rows: readonly QueryRow[], column: string): Uint8Array<ArrayBuffer> =>
  encodeNumbers(Uint32Array.from(rows, (row) => number(row, column)));

/** The place of each case's value in the facet's list. */
function codesOf(rows: readonly QueryRow[], { values }: Summarised['facets'][number], k: number) {
  const places = new Map(values.map((value, place) => [value, place]));
  const codeOf = (value: unknown): number => (value === null ? NO_CODE : (places.get(String(value)) ?? NO_CODE));
  return Uint8Array.from(rows, (row) => codeOf(row[`facet_${k}`]));
}

/** The most that a byte counts. */
const MOST = 255;

/** Why each case is in a queue, as `COLUMN_BLOCKS.queue` has it. */
function queueBlock(queue: Queue, rows: readonly QueryRow[], { cases, criteria }: ColumnHead): ColumnBlock {
  const block = new Uint8Array(QUEUE_BYTES * cases);
  for (const row of rows) {
    if (row['queue'] !== queue) continue;
    const [agree, readable, weight, pair] = ['agree', 'readable', 'weight', 'pair'].map((name) => number(row, name));
    const place = 1 + criteria.indexOf(text(row, 'criterion'));
    for (const [plane, n = 0] of [agree, readable, place, weight, pair].entries())
      block[plane * cases + number(row, 'place')] = Math.min(n, MOST);
  }
  return block;
}

/** Writes the files of all cases of the current database, which `summarised` was gathered from. */
export async function writeCaseFiles(query: Query, summarised: Summarised): Promise<CaseFiles> {
  const { runs, facets, criteria } = summarised;
  const rows = await query(casesSql(summarised));
  const cases = rows.length;
  const head: ColumnHead = {
    cases,
    facets: facets.map(({ name, values }) => ({ name, values })),
    runs: runs.map(({ run }) => run),
    criteria: criteria.map(({ id }) => id),
  };
  const ids = rows.map((row) => text(row, 'instance'));
  const judged = rowSets(cases, await query(JUDGED), ['what', 'of']);
  const answered = rowSets(cases, await query(answeredSql('all')), ['part', 'run']);
  const queued = await query(`SELECT place, * FROM (${QUEUE_ROWS}) JOIN ${PLACED} USING (instance)`);
  const columns: [string, ColumnBlock][] = [
    [COLUMN_BLOCKS.instances, encodeTexts(ids)],
    ...facets.map((facet, k): [string, ColumnBlock] => [COLUMN_BLOCKS.facet(k), codesOf(rows, facet, k)]),
    ...head.criteria.map((id, k): [string, ColumnBlock] => [
      COLUMN_BLOCKS.criterion(k),
      judged(['criterion', id], 'places'),
    ]),
    ...STATUSES.map((status, k): [string, ColumnBlock] => [
      COLUMN_BLOCKS.status(k),
      judged(['parse', status], 'places'),
    ]),
    ...head.runs.map((run, k): [string, ColumnBlock] => [COLUMN_BLOCKS.judged(k), judged(['run', run], 'places')]),
    ...head.runs.map((run, k): [string, ColumnBlock] => [COLUMN_BLOCKS.asked(k), answered(['', run], 'asked')]),
    ...head.runs.map((run, k): [string, ColumnBlock] => [COLUMN_BLOCKS.won(k), answered(['', run], 'won')]),
    [COLUMN_BLOCKS.judgments, numbersOf(rows, 'judgments')],
    [COLUMN_BLOCKS.longest, numbersOf(rows, 'longest')],
  ];
  const clusters = rows.map((row, i) => (row['cluster'] === ids[i] ? '' : text(row, 'cluster')));
  const details: [string, ColumnBlock][] = [
    [COLUMN_BLOCKS.clusters, encodeTexts(clusters)],
    [COLUMN_BLOCKS.prompt, numbersOf(rows, 'prompt_length')],
    ...QUEUES.map((queue): [string, ColumnBlock] => [COLUMN_BLOCKS.queue(queue), queueBlock(queue, queued, head)]),
  ];
  return {
    columns: encodeColumns(head, new Map(columns)),
    details: encodeColumns(head, new Map(details)),
    criteria: criteria.length === 0 ? null : await criterionFile(query, head),
  };
}

async function criterionFile(query: Query, head: ColumnHead): Promise<Uint8Array<ArrayBuffer>> {
  const answered = rowSets(head.cases, await query(answeredSql('criterion')), ['part', 'run']);
  const blocks = head.criteria.flatMap((id, k) =>
    head.runs.flatMap((run, r): [string, ColumnBlock][] => [
      [COLUMN_BLOCKS.asked(r, k), answered([slicePair('criterion', id), run], 'asked')],
      [COLUMN_BLOCKS.won(r, k), answered([slicePair('criterion', id), run], 'won')],
    ]),
  );
  return encodeColumns(head, new Map(blocks));
}
