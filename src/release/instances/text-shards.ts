import { shardPath, wordsOf } from '../../schema/release-paths.ts';
import type { PageIndex, StoredCase } from '../../schema/shard.ts';
import { SHARED } from '../../scoring/staging.ts';
import { type HashedFile, HashedPages, hashedFile, partCount } from './hashed-pages.ts';
import { digestOfKey, type KeptResults } from './kept.ts';
import type { Progress } from './progress.ts';
import {
  GOLD,
  INSTANCE,
  JUDGMENT,
  RANKS,
  RESPONSE,
  SCORE,
  SHARD_BYTES,
  shardDigests,
  TEXT_BYTES,
  TEXT_COUNT,
  textsOf,
} from './text-rows.ts';
import type { ShardWords, WordIndex } from './word-index.ts';
import type { WorkDatabase } from './work.ts';

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

/** Where the text shards are, for the manifest. */
export interface ShardIndex {
  readonly shards: number;
  readonly index: PageIndex;
  readonly bytes: number;
}

/** What is kept of a shard: its file, and the words of each of its cases, by the case's place. */
interface MadeShard extends HashedFile {
  readonly words: ShardWords;
}

const encodeShard = ({ hash, bytes, words }: MadeShard): Uint8Array =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ hash, words })}\n`), bytes]);

function decodeShard(kept: Buffer): MadeShard {
  const end = kept.indexOf(10);
  // Written by `encodeShard` of this very code.
  const { hash, words } = JSON.parse(kept.toString('utf8', 0, end)) as { hash: string; words: ShardWords };
  return { hash, words, bytes: kept.subarray(end + 1) };
}

/** One shard, in the making. */
class ShardText {
  private readonly names: Names;
  private readonly cases: CaseText[] = [];
  private readonly words = new Map<number, Set<string>>();
  private ordinal = -1;
  rows = 0;

  constructor(names: Names) {
    this.names = names;
  }

  add(row: TextRow): void {
    const { names } = this;
    if (row[1] !== this.ordinal) this.cases.push(new CaseText());
    this.ordinal = row[1];
    this.rows += 1;
    const at = this.cases.at(-1);
    if (row[2] === JUDGMENT) {
      const judgment = judgmentOf(row, names);
      at?.add(JUDGMENT, JSON.stringify(judgment));
      this.addWords(judgment.rationale ?? '');
      if (names.alone.has(row[3])) at?.addOwn(judgment.run, null);
    } else if (row[2] === GOLD && row[3] !== SHARED) at?.addOwn(names.runs.get(row[3]) ?? '', row[11]);
    else at?.add(row[2], row[2] === SCORE ? JSON.stringify(scoreOf(row, names)) : row[11]);
  }

  private addWords(rationale: string): void {
    const known = this.words.get(this.ordinal) ?? new Set();
    for (const word of wordsOf(rationale)) known.add(word);
    this.words.set(this.ordinal, known);
  }

  json(): string {
    return `[${this.cases.map((c) => c.json()).join(',\n')}]\n`;
  }

  wordsOfCases(): ShardWords {
    return [...this.words].map(([ordinal, set]) => [ordinal, [...set]] as const);
  }
}

/** What shards are written with. */
interface ShardsTo {
  readonly out: string;
  readonly benchmark: string;
  readonly kept: KeptResults;
  readonly progress: Progress;
}

/**
 * Writes prompt, media, responses, gold, judgments and scores of every instance into text shards below `out`, which stands for
 * `public/data`, and gives the words of rationales to `words`. A shard whose rows are as in an earlier build is not made again. One shard
 * is in memory at a time.
 */
export async function writeShards(
  work: WorkDatabase,
  words: WordIndex,
  { out, benchmark, kept, progress }: ShardsTo,
): Promise<ShardIndex> {
  for (const sql of RANKS) await work.run(sql);
  const names = await readNames(work);
  const { bytes } = await work.row(TEXT_BYTES);
  const count = partCount(Number(bytes), SHARD_BYTES);
  const pages = new HashedPages(out, (shard, hash) => shardPath(benchmark, shard, hash));
  const digests = new Map((await shardDigests(work, count)).map((digest) => [digest.shard, digest]));
  const about = digestOfKey(names);
  const keyOf = (shard: number): string => JSON.stringify([about, count, digests.get(shard)]);
  let done = 0;
  const put = (shard: number, own: ShardWords, file: HashedFile | Promise<HashedFile>): Promise<void> => {
    words.add(own);
    done += digests.get(shard)?.rows ?? 0;
    progress.count(done, 'texts');
    return pages.put(shard, file);
  };
  const keep = async (key: string, own: ShardWords, file: Promise<HashedFile>): Promise<HashedFile> => {
    await kept.keep('shard', key, encodeShard({ ...(await file), words: own }));
    return file;
  };
  const missing: number[] = [];
  for (const shard of digests.keys()) {
    const found = await kept.find('shard', keyOf(shard));
    const whole = found === null ? null : decodeShard(found);
    if (whole === null) missing.push(shard);
    else await put(shard, whole.words, whole);
  }
  let shard = -1;
  let making: ShardText | null = null;
  const flush = async (): Promise<void> => {
    if (making === null) return;
    if (making.rows !== digests.get(shard)?.rows) throw new Error(`shard ${shard} lacks texts`);
    const own = making.wordsOfCases();
    await put(shard, own, keep(keyOf(shard), own, hashedFile(making.json())));
  };
  for await (const columns of textsOf(work, { shards: count, bytes: Number(bytes), wanted: missing })) {
    const rows = columns[0]?.length ?? 0;
    for (let i = 0; i < rows; i++) {
      const row = columns.map((column) => column[i]) as unknown as TextRow;
      if (row[0] !== shard || making === null) {
        await flush();
        making = new ShardText(names);
        shard = row[0];
      }
      making.add(row);
    }
  }
  await flush();
  const { texts } = await work.row(TEXT_COUNT);
  if (done !== Number(texts)) throw new Error(`${done} of ${String(texts)} texts were written`);
  return { shards: count, index: await pages.index(count), bytes: pages.bytes };
}
