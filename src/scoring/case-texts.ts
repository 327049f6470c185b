import { cutAtWord, decidingSentence, LINE_REASON, READ_HEAD, READ_TAIL } from '../cases/deciding.ts';
import type { CaseText } from '../schema/release-paths.ts';
import type { StoredCase } from '../schema/stored-case.ts';
import type { QueryRow, Work } from '../sql/query.ts';
import { SHARED_GOLD } from './staging.ts';

/**
 * Ranks of labels and responses by which texts are sorted. A new label or response leaves the others in their order, and so the members of
 * other instances as they were.
 */
const RANKS = [
  `CREATE OR REPLACE TABLE label_ranks AS SELECT label, (row_number() OVER (
    ORDER BY stage, criterion, condition, critique_judge, repeat, "order", verdict, parse, lenient))::INTEGER AS label_rank FROM labels`,
  `CREATE OR REPLACE TABLE response_ranks AS
    SELECT response, (row_number() OVER (ORDER BY name))::INTEGER AS response_rank FROM response_names`,
];

/** Makes the tables that `textsSql` sorts by. */
export async function rankTexts(work: Pick<Work, 'run'>): Promise<void> {
  for (const sql of RANKS) await work.run(sql);
}

const INSTANCE = 0;
const RESPONSE = 1;
const GOLD = 2;
export const JUDGMENT_TEXT = 3;
export const SCORED_TEXT = 4;

/** Writes a text to sort rows of one kind by. They are not numbered by a window, which would hold them all in memory, where a sort spills to disk. */
const placeOf = (...columns: readonly string[]): string => `concat_ws(chr(31), ${columns.join(', ')})`;

/**
 * Selects rows of every text of the instances that a query lists with their `ordinal`; `place` and the ranks are what they are sorted by.
 */
export function textRowsSql(listed: string): string {
  const record = (
    kind: number,
    { table, place, run = '0' }: { readonly table: string; readonly place: string; readonly run?: string | undefined },
  ): string =>
    `SELECT instance, ${kind} AS kind, ${run} AS run, 0 AS label, 0 AS response, 0 AS score, 0 AS cost, 0 AS tokens, 0 AS raw_at, 0 AS length,
      ${place} AS place, 0 AS response_rank, 0 AS label_rank, record AS text FROM ${table}`;
  return `SELECT ordinal, kind, run, label, response, score, cost, tokens, raw_at, length, text, place, response_rank, label_rank
FROM (
  ${record(INSTANCE, { table: 'instances', place: '0' })}
  UNION ALL ${record(RESPONSE, { table: 'responses', place: placeOf('response', 'condition') })}
  UNION ALL ${record(GOLD, { table: 'gold', place: placeOf('response', 'criterion', 'kind', 'annotator'), run: 'source' })}
  UNION ALL
  SELECT instance, ${JUDGMENT_TEXT}, run, label, response, score, cost, tokens, raw_at, length, '', response_rank, label_rank, text
  FROM judgments JOIN label_ranks USING (label) JOIN response_ranks USING (response)
    JOIN (SELECT ordinal AS run FROM runs) USING (run)
  UNION ALL
  SELECT instance, ${SCORED_TEXT}, run, 0, 0, num, den, contributions, lost, 0, metric, 0, 0, metric FROM case_scores)
JOIN (${listed}) USING (instance)`;
}

/** Selects the columns of `TextRow`, ordered by instance and by kind. */
export const textsSql = (
  listed: string,
): string => `SELECT ordinal, kind, run, label, response, score, cost, tokens, raw_at, length, text
FROM (${textRowsSql(listed)})
ORDER BY ordinal, kind, run, place, response_rank, label_rank`;

type StoredJudgment = NonNullable<StoredCase['judgments']>[number];

/** The part of a judgment that many share, with defaults left out. */
type Label = Omit<StoredJudgment, 'run' | 'parse'> & Pick<StoredJudgment, 'parse'>;

export interface TextNames {
  readonly runs: ReadonlyMap<number, string>;
  readonly responses: ReadonlyMap<number, string>;
  readonly labels: ReadonlyMap<number, Label>;
  /** Runs with labels of their own. */
  readonly alone: ReadonlySet<number>;
}

/** Leaves out what equals its default, so that reading by the schema brings it back. */
function withoutDefaults(row: Readonly<Record<string, unknown>>): Label {
  const defaults: Readonly<Record<string, unknown>> = {
    criterion: '',
    stage: 'judge',
    condition: 'base',
    critique_judge: '',
    repeat: 0,
    order: 'ab',
    verdict: null,
    lenient: null,
  };
  const present = Object.entries(row).filter(([key, value]) => value !== defaults[key]);
  return Object.fromEntries(present) as unknown as Label;
}

/** Reads what the codes in the rows of `textsSql` stand for. */
export async function readNames(work: Pick<Work, 'query'>): Promise<TextNames> {
  const texts = async (sql: string): Promise<Map<number, string>> =>
    new Map((await work.query(sql)).map(({ code, name }) => [Number(code), String(name)]));
  return {
    runs: await texts('SELECT ordinal AS code, run AS name FROM runs'),
    responses: await texts('SELECT response AS code, name FROM response_names'),
    alone: new Set((await texts('SELECT ordinal AS code, run AS name FROM runs WHERE own_gold')).keys()),
    labels: new Map(
      (await work.query('SELECT * FROM labels')).map(({ label, ...row }) => [Number(label), withoutDefaults(row)]),
    ),
  };
}

/** One row of `textsSql`. */
export type TextRow = readonly [
  ordinal: number,
  kind: number,
  run: number,
  label: number,
  response: number,
  score: number,
  cost: number,
  tokens: number,
  rawAt: number,
  length: number,
  text: string,
];

/** A rationale whose text is not here, but whose length is known. */
const withoutText = (length: number): Pick<StoredJudgment, 'rationale_length'> =>
  length === 0 ? {} : { rationale_length: length };

function judgmentOf(row: TextRow, { runs, responses, labels }: TextNames): StoredJudgment {
  const [, , run, label, response, score, cost, tokens, rawAt, length, text] = row;
  const common = labels.get(label);
  if (common === undefined) throw new Error(`no label ${label}`);
  const name = responses.get(response) ?? '';
  const rationale = rawAt < 0 ? text : text.slice(0, rawAt);
  return {
    run: runs.get(run) ?? '',
    ...(name === '' ? {} : { response: name }),
    ...common,
    ...(Number.isNaN(score) ? {} : { score }),
    ...(rationale === '' ? withoutText(length) : { rationale }),
    ...(rawAt < 0 ? {} : { raw: text.slice(rawAt) }),
    ...(Number.isNaN(cost) ? {} : { cost }),
    ...(tokens < 0 ? {} : { tokens }),
  };
}

type StoredScore = NonNullable<StoredCase['contributions']>[number];

/** Reads a row of `case_scores` from the columns of a judgment. */
function scoreOf(row: TextRow, { runs }: TextNames): StoredScore {
  const [, , run, , , num, den, rows, lost, , metric] = row;
  return { run: runs.get(run) ?? '', metric, rows, lost, num, den };
}

/** Puts the JSON of one instance together. */
export class StoredCaseText {
  private record = '{}';
  private readonly lists: Record<number, string[]> = {};
  private readonly own = new Map<string, string[]>();

  /** Takes a row of the instance. Gives the reason that it holds, '' where it holds none. */
  take(row: TextRow, names: TextNames): string {
    const [, kind, run] = row;
    const text = row[10];
    if (kind === JUDGMENT_TEXT) {
      const judgment = judgmentOf(row, names);
      this.add(JUDGMENT_TEXT, JSON.stringify(judgment));
      if (names.alone.has(run)) this.addOwn(judgment.run, null);
      return judgment.rationale ?? '';
    }
    if (kind === GOLD && run !== SHARED_GOLD) this.addOwn(names.runs.get(run) ?? '', text);
    else this.add(kind, kind === SCORED_TEXT ? JSON.stringify(scoreOf(row, names)) : text);
    return '';
  }

  private add(kind: number, json: string): void {
    if (kind === INSTANCE) this.record = json;
    else this.lists[kind] = [...(this.lists[kind] ?? []), json];
  }

  /** A label of a run's own; null where it only records that the run has labels of its own. */
  private addOwn(run: string, label: string | null): void {
    this.own.set(run, [...(this.own.get(run) ?? []), ...(label === null ? [] : [label])]);
  }

  /** The JSON of the case in two parts, of which the second is the list of judgments, if there are any, and what ends the case: `[…]}`. */
  parts(): readonly [string, string] {
    const named = [
      ['responses', RESPONSE],
      ['gold', GOLD],
      ['contributions', SCORED_TEXT],
    ] as const;
    const listed = named.flatMap(([name, kind]) => {
      const list = this.lists[kind];
      return list === undefined ? [] : [`"${name}":[${list.join(',')}]`];
    });
    const own = [...this.own].map(([run, labels]) => `{"run":${JSON.stringify(run)},"labels":[${labels.join(',')}]}`);
    const owned = own.length === 0 ? [] : [`"own_gold":[${own.join(',')}]`];
    const head = [this.record.slice(0, -1), ...listed, ...owned].join(',');
    const judgments = this.lists[JUDGMENT_TEXT];
    return judgments === undefined ? [`${head}}`, '\n'] : [`${head},"judgments":`, `[${judgments.join(',')}]}\n`];
  }
}

/** Characters kept of a prompt's first line. */
const PROMPT = 160;
/** Only the ends of longer texts are fetched. */
const WHOLE = READ_HEAD + READ_TAIL;
/** The rationale of a judgment, before its raw output. */
const RATIONALE = 'CASE WHEN raw_at < 0 THEN text ELSE left(text, raw_at) END';

type Line = CaseText;

/** Rows (instance, ordinal): the wanted cases of the working database, and their places in the answer. */
type Wanted = string;

/**
 * Selects one answer for each run and criterion of the wanted cases: of the judgment itself before what follows from it, without a
 * perturbation, of the first repeat, with A first, about the response whose name comes first. What a critique judge made of a critique is no answer;
 * the verdict beside it is. Nothing depends on the order in which judgments, or the names of responses, were read.
 */
const answersSql = (
  wanted: Wanted,
): string => `SELECT instance, run, criterion, verdict, score, parse, text, raw_at FROM (
  SELECT instance, run, criterion, verdict, CASE WHEN critique_judge = '' AND NOT isnan(score) THEN score END AS score, parse,
    CASE WHEN length(text) <= ${WHOLE} THEN text ELSE left(${RATIONALE}, ${READ_HEAD}) || chr(10) || right(${RATIONALE}, ${READ_TAIL}) END AS text,
    CASE WHEN length(text) <= ${WHOLE} THEN raw_at ELSE -1 END AS raw_at,
    row_number() OVER (PARTITION BY instance, run, criterion
      ORDER BY CASE stage WHEN 'judge' THEN 0 WHEN 'critique' THEN 1 ELSE 2 END, repeat, "order", responses.name, critique_judge) AS choice
  FROM judgments JOIN labels USING (label) JOIN response_names AS responses USING (response)
  WHERE instance IN (SELECT instance FROM (${wanted})) AND condition = 'base' AND (critique_judge = '' OR verdict IS NOT NULL) AND stage <> 'correction')
WHERE choice = 1`;

/** Columns of the table `said`, from which lines are made: what a run answered to a case under a criterion, and the sentence that decides. */
export const SAID_COLUMNS = 'instance INTEGER, run INTEGER, criterion VARCHAR, answer VARCHAR, reason VARCHAR';

/** Gives the rows of `said` for the wanted cases. They rest on each run's own judgments alone. */
export async function lineAnswers({ query }: Pick<Work, 'query'>, wanted: Wanted): Promise<(string | number)[][]> {
  return (await query(answersSql(wanted))).map((row) => {
    const [text, rawAt] = [String(row['text']), Number(row['raw_at'])];
    const reason = decidingSentence(rawAt < 0 ? text : text.slice(0, rawAt), LINE_REASON);
    return [Number(row['instance']), Number(row['run']), String(row['criterion']), answerOf(row), reason];
  });
}

const saidSql = (wanted: Wanted): string => `SELECT ordinal, runs.run AS run, criterion, answer, reason
FROM said JOIN (SELECT ordinal AS number, run FROM runs) AS runs ON said.run = runs.number JOIN (${wanted}) USING (instance)
ORDER BY ordinal, runs.run, criterion`;

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

/** Gives the first line with text, cut at a word. */
function firstLine(text: string): string {
  return cutAtWord(text.split('\n').find((one) => one.trim() !== '') ?? '', PROMPT);
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

/** Gathers what lists say of the wanted cases, by their `ordinal`, without small pictures, from the table `said`. `runs` are in the order of the explorer's choices. */
export async function caseLines(
  { query }: Pick<Work, 'query'>,
  wanted: Wanted,
  runs: readonly string[],
): Promise<ReadonlyMap<number, LineFound>> {
  const places = new Map(runs.map((run, place) => [run, place]));
  const lines = new Map<number, LineFound>();
  for (const { ordinal, record } of await query(recordsSql(wanted))) {
    const { prompt = '', media = [] } = JSON.parse(String(record)) as Pick<StoredCase, 'prompt' | 'media'>;
    lines.set(Number(ordinal), { line: { prompt: firstLine(prompt), thumb: '', gold: [], said: [] }, media });
  }
  for (const row of await query(goldSql(wanted)))
    lines.get(Number(row['ordinal']))?.line.gold.push([String(row['criterion']), String(row['value'])]);
  for (const { ordinal, run, criterion, answer, reason } of await query(saidSql(wanted))) {
    const place = places.get(String(run));
    if (place !== undefined)
      lines.get(Number(ordinal))?.line.said.push([place, String(criterion), String(answer), String(reason)]);
  }
  return lines;
}
