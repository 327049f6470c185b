import { shardPath } from '../../schema/release-paths.ts';
import type { PageIndex, StoredCase } from '../../schema/shard.ts';
import { SHARED } from '../../scoring/staging.ts';
import { HashedPages, partCount } from './hashed-pages.ts';
import type { Progress } from './progress.ts';
import type { WordIndex } from './word-index.ts';
import type { ChunkColumns, WorkDatabase } from './work.ts';

/** JSON in a shard: gzipped about 32 kB where models wrote it, less where texts repeat themselves. */
const SHARD_BYTES = 128 * 1024;
/** JSON of a judgment beside its text: names, verdict, status; and of what a run won or lost under one metric. */
const JUDGMENT_BYTES = 96;
const SCORE_BYTES = 96;

const SIZE = `SELECT (
  (SELECT coalesce(sum(strlen(record)), 0) FROM instances) + (SELECT coalesce(sum(strlen(record)), 0) FROM responses)
  + (SELECT coalesce(sum(strlen(record)), 0) FROM gold)
  + (SELECT coalesce(sum(strlen(text) + ${JUDGMENT_BYTES}), 0) FROM judgments)
  + (SELECT count(*) * ${SCORE_BYTES} FROM case_scores))::DOUBLE AS bytes`;

/** How many rows must come out: the writing fails where some are lost. */
const COUNT = `SELECT ((SELECT count(*) FROM instances) + (SELECT count(*) FROM responses) + (SELECT count(*) FROM gold)
  + (SELECT count(*) FROM case_scores) + (SELECT count(*) FROM judgments WHERE run IN (SELECT ordinal FROM runs)))::DOUBLE AS texts`;

/**
 * Ranks of labels and responses by which texts are sorted. A new label or response leaves the others in their order, and so the shards of
 * other instances as they were.
 */
const RANKS = [
  `CREATE OR REPLACE TABLE label_ranks AS SELECT label, (row_number() OVER (
    ORDER BY stage, criterion, condition, critique_judge, repeat, "order", verdict, parse, lenient))::INTEGER AS label_rank FROM labels`,
  `CREATE OR REPLACE TABLE response_ranks AS
    SELECT response, (row_number() OVER (ORDER BY name))::INTEGER AS response_rank FROM response_names`,
];

const INSTANCE = 0;
const RESPONSE = 1;
const GOLD = 2;
const JUDGMENT = 3;
const SCORE = 4;

/** How much is sorted at a time; what is beyond the database's memory spills to disk, but the disk has an end too. */
const SORTED_BYTES = 32 * 2 ** 20;

/**
 * Text to sort rows of one kind by. They are not numbered by a window, which would hold them all in memory, where a sort spills to disk.
 */
const placeOf = (...columns: readonly string[]): string => `concat_ws(chr(31), ${columns.join(', ')})`;

/** Every text of the shards `from` … `to` − 1 of `shards`, shard by shard, in it instance by instance, in that kind by kind. */
function textsSql(shards: number, from: number, to: number): string {
  const record = (
    kind: number,
    { table, place, run = '0' }: { readonly table: string; readonly place: string; readonly run?: string | undefined },
  ): string =>
    `SELECT instance, ${kind} AS kind, ${run} AS run, 0 AS label, 0 AS response, 0 AS score, 0 AS cost, 0 AS tokens, 0 AS raw_at, 0 AS length,
      ${place} AS place, 0 AS response_rank, 0 AS label_rank, record AS text FROM ${table}`;
  return `SELECT shard, ordinal, kind, run, label, response, score, cost, tokens, raw_at, length, text
FROM (
  ${record(INSTANCE, { table: 'instances', place: '0' })}
  UNION ALL ${record(RESPONSE, { table: 'responses', place: placeOf('response', 'condition') })}
  UNION ALL ${record(GOLD, { table: 'gold', place: placeOf('response', 'criterion', 'kind', 'annotator'), run: 'source' })}
  UNION ALL
  SELECT instance, ${JUDGMENT}, run, label, response, score, cost, tokens, raw_at, length, '', response_rank, label_rank, text
  FROM judgments JOIN label_ranks USING (label) JOIN response_ranks USING (response)
    JOIN (SELECT ordinal AS run FROM runs) USING (run)
  UNION ALL
  SELECT instance, ${SCORE}, run, 0, 0, num, den, contributions, lost, 0, metric, 0, 0, metric FROM case_scores)
JOIN (
  SELECT instance, ordinal, ((hash::BIGINT & 4294967295) % ${shards})::INTEGER AS shard FROM positions
  WHERE shard BETWEEN ${from} AND ${to - 1}) USING (instance)
ORDER BY shard, ordinal, kind, run, place, response_rank, label_rank`;
}

type StoredJudgment = NonNullable<StoredCase['judgments']>[number];

/** The part of a judgment that many share, with defaults left out. */
type Label = Omit<StoredJudgment, 'run' | 'parse'> & Pick<StoredJudgment, 'parse'>;

interface Names {
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
  const kept = Object.entries(row).filter(([key, value]) => value !== defaults[key]);
  return Object.fromEntries(kept) as unknown as Label;
}

async function readNames(work: WorkDatabase): Promise<Names> {
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

/** One row of `textsSql`, as the driver gives it. */
type TextRow = readonly [
  shard: number,
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

function judgmentOf(row: TextRow, { runs, responses, labels }: Names): StoredJudgment {
  const [, , , run, label, response, score, cost, tokens, rawAt, length, text] = row;
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

/** A row of `case_scores` in the columns of a judgment. */
function scoreOf(row: TextRow, { runs }: Names): StoredScore {
  const [, , , run, , , num, den, rows, lost, , metric] = row;
  return { run: runs.get(run) ?? '', metric, rows, lost, num, den };
}

/** The JSON of one instance, in the making. */
class CaseText {
  private record = '{}';
  private readonly lists: Record<number, string[]> = {};
  private readonly own = new Map<string, string[]>();

  add(kind: number, json: string): void {
    if (kind === INSTANCE) this.record = json;
    else this.lists[kind] = [...(this.lists[kind] ?? []), json];
  }

  /** A label of a run's own; null where all there is to say is that the run has labels of its own. */
  addOwn(run: string, label: string | null): void {
    this.own.set(run, [...(this.own.get(run) ?? []), ...(label === null ? [] : [label])]);
  }

  json(): string {
    const named = [
      ['responses', RESPONSE],
      ['gold', GOLD],
      ['judgments', JUDGMENT],
      ['contributions', SCORE],
    ] as const;
    const parts = named.flatMap(([name, kind]) => {
      const list = this.lists[kind];
      return list === undefined ? [] : [`"${name}":[${list.join(',')}]`];
    });
    const own = [...this.own].map(([run, labels]) => `{"run":${JSON.stringify(run)},"labels":[${labels.join(',')}]}`);
    const owned = own.length === 0 ? [] : [`"own_gold":[${own.join(',')}]`];
    return `${[this.record.slice(0, -1), ...parts, ...owned].join(',')}}`;
  }
}

/** Every text in the order of the shards, a range of them at a time. */
async function* allTexts(work: WorkDatabase, shards: number, bytes: number): AsyncGenerator<ChunkColumns> {
  const ranges = Math.min(shards, Math.ceil(bytes / SORTED_BYTES) + 1);
  const start = (range: number): number => Math.floor((range * shards) / ranges);
  for (let range = 0; range < ranges; range++) yield* work.stream(textsSql(shards, start(range), start(range + 1)));
}

/** Where the text shards are, for the manifest. */
export interface ShardIndex {
  readonly shards: number;
  readonly index: PageIndex;
  readonly bytes: number;
}

/**
 * Writes prompt, media, responses, gold, judgments and scores of every instance into text shards below `out`, which stands for
 * `public/data`, and gives the words of rationales to `words`. One shard is in memory at a time.
 */
export async function writeShards(
  work: WorkDatabase,
  words: WordIndex,
  { out, benchmark, progress }: { readonly out: string; readonly benchmark: string; readonly progress: Progress },
): Promise<ShardIndex> {
  for (const sql of RANKS) await work.run(sql);
  const names = await readNames(work);
  const { bytes } = await work.row(SIZE);
  const count = partCount(Number(bytes), SHARD_BYTES);
  const pages = new HashedPages(out, (shard, hash) => shardPath(benchmark, shard, hash));
  let shard = -1;
  let ordinal = -1;
  let cases: CaseText[] = [];
  const flush = async (): Promise<void> => {
    if (cases.length > 0) await pages.add(shard, `[${cases.map((c) => c.json()).join(',\n')}]\n`);
    cases = [];
  };
  let done = 0;
  for await (const columns of allTexts(work, count, Number(bytes))) {
    const rows = columns[0]?.length ?? 0;
    for (let i = 0; i < rows; i++) {
      const row = columns.map((column) => column[i]) as unknown as TextRow;
      if (row[0] !== shard) await flush();
      if (row[1] !== ordinal) cases.push(new CaseText());
      [shard, ordinal] = row;
      const at = cases.at(-1);
      if (row[2] === JUDGMENT) {
        const judgment = judgmentOf(row, names);
        at?.add(JUDGMENT, JSON.stringify(judgment));
        words.add(ordinal, judgment.rationale ?? '');
        if (names.alone.has(row[3])) at?.addOwn(judgment.run, null);
      } else if (row[2] === GOLD && row[3] !== SHARED) at?.addOwn(names.runs.get(row[3]) ?? '', row[11]);
      else at?.add(row[2], row[2] === SCORE ? JSON.stringify(scoreOf(row, names)) : row[11]);
    }
    done += rows;
    progress.count(done, 'texts');
  }
  await flush();
  const { texts } = await work.row(COUNT);
  if (done !== Number(texts)) throw new Error(`${done} of ${String(texts)} texts were written`);
  return { shards: count, index: await pages.index(count), bytes: pages.bytes };
}
