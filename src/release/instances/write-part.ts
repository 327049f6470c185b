import path from 'node:path';
import { type CaseFiles, writeCaseFiles } from '../../cases/columns/write.ts';
import { summarisedBy } from '../../cases/gather.ts';
import { raterSums } from '../../metrics/ceiling.ts';
import { raterAgreement } from '../../metrics/labels.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { StoredBoard } from '../../schema/board.ts';
import type { IngestReport, InstanceData, ReleaseFile } from '../../schema/release.ts';
import { searchWordsOf, shardPath } from '../../schema/release-paths.ts';
import type { PageIndex } from '../../schema/shard.ts';
import { unreadOf } from '../../scoring/board-values.ts';
import {
  JUDGMENT_TEXT,
  rankTexts,
  readNames,
  SCORED_TEXT,
  StoredCaseText,
  shardSql,
  type TextNames,
  type TextRow,
  textRowsSql,
  textsSql,
} from '../../scoring/case-texts.ts';
import { describedRuns } from '../../scoring/described-runs.ts';
import type { LoadedRuns } from '../../scoring/load-runs.ts';
import { addCaseScores, closeFinal } from '../../scoring/narrow.ts';
import { croissant, type DescribedTable, judgmentsDataset } from '../croissant.ts';
import { type ChunkColumns, WorkDatabase } from '../duckdb.ts';
import type { Progress } from '../progress.ts';
import type { Extent, PinnedSource } from '../texts/source.ts';
import { HashedPages, type ReleaseFiles } from '../writer.ts';
import { writeLines, writeWords } from './case-lines.ts';
import { partCount, WordIndex } from './case-words.ts';
import { writeDownloads } from './downloads.ts';
import type { BenchmarkInput } from './load-runs.ts';
import { boardsOfRuns, type RankedInput, type SwitchedBoard } from './switched-boards.ts';

/** Bytes of JSON that a shard aims at: gzipped about 32 kB where models wrote it, less where texts repeat themselves. */
const SHARD_BYTES = 128 * 1024;
/** Estimated bytes of a judgment's JSON without its text (names, verdict, status), and of a run's points under one metric. */
const JUDGMENT_BYTES = 96;
const SCORE_BYTES = 96;

const inShards = (shard: string): string => `SELECT instance, ordinal, ${shard} AS shard FROM positions`;

const TEXT_BYTES = `SELECT sum(CASE kind WHEN ${SCORED_TEXT} THEN ${SCORE_BYTES}
  WHEN ${JUDGMENT_TEXT} THEN strlen(text) + ${JUDGMENT_BYTES} ELSE strlen(text) END)::DOUBLE AS bytes FROM (${textRowsSql(inShards('0'))})`;

/** Counts how many rows must come out: the writing fails where some are lost. */
const TEXT_COUNT = `SELECT ((SELECT count(*) FROM instances) + (SELECT count(*) FROM responses) + (SELECT count(*) FROM gold)
  + (SELECT count(*) FROM case_scores) + (SELECT count(*) FROM judgments WHERE run IN (SELECT ordinal FROM runs)))::DOUBLE AS texts`;

/** Bytes sorted at a time: what exceeds the database's memory spills to disk, and disks are finite, too. */
const SORTED_BYTES = 32 * 2 ** 20;

/** Reads every text in the order of so many shards, some of them at a time; `bytes` are those of all shards. */
async function* textRowsOf(
  work: WorkDatabase,
  { shards, bytes }: { readonly shards: number; readonly bytes: number },
): AsyncGenerator<ChunkColumns> {
  const cases = inShards(shardSql(shards));
  const atOnce = Math.max(1, Math.floor((SORTED_BYTES * shards) / Math.max(1, bytes)));
  for (let from = 0; from < shards; from += atOnce)
    yield* work.stream(textsSql(`${cases} WHERE shard BETWEEN ${from} AND ${from + atOnce - 1}`));
}

interface ShardIndex {
  readonly shards: number;
  readonly index: PageIndex;
}

class ShardText {
  private readonly names: TextNames;
  private readonly words: WordIndex;
  private readonly cases: StoredCaseText[] = [];
  private ordinal = -1;
  private said = new Set<string>();
  rows = 0;

  constructor(names: TextNames, words: WordIndex) {
    this.names = names;
    this.words = words;
  }

  add(row: TextRow): void {
    if (row[1] !== this.ordinal) {
      this.giveWords();
      this.cases.push(new StoredCaseText());
    }
    this.ordinal = row[1];
    this.rows += 1;
    const reason = this.cases.at(-1)?.take(row, this.names) ?? '';
    if (reason !== '') for (const word of searchWordsOf(reason)) this.said.add(word);
  }

  private giveWords(): void {
    this.words.add(this.ordinal, this.said);
    this.said = new Set();
  }

  json(): string {
    this.giveWords();
    return `[${this.cases.map((c) => c.json()).join(',\n')}]\n`;
  }
}

interface ShardsTo {
  readonly files: ReleaseFiles;
  readonly benchmark: string;
  readonly progress: Progress;
}

/**
 * Writes prompt, media, responses, gold, judgments and scores of every instance into text shards and gives the words of rationales to `words`. One shard
 * is in memory at a time.
 */
async function writeShards(
  work: WorkDatabase,
  words: WordIndex,
  { files, benchmark, progress }: ShardsTo,
): Promise<ShardIndex> {
  await rankTexts(work);
  const names = await readNames(work);
  const bytes = Number((await work.row(TEXT_BYTES))['bytes']);
  const count = partCount(bytes, SHARD_BYTES);
  const pages = new HashedPages(files, (shard, hash) => shardPath(benchmark, shard, hash));
  let done = 0;
  let shard = -1;
  let making = new ShardText(names, words);
  const flush = async (): Promise<void> => {
    if (making.rows > 0) await pages.add(shard, making.json());
    done += making.rows;
    progress.count(done, 'texts');
    making = new ShardText(names, words);
  };
  for await (const columns of textRowsOf(work, { shards: count, bytes })) {
    const rows = columns[0]?.length ?? 0;
    for (let i = 0; i < rows; i++) {
      const row = columns.map((column) => column[i]) as unknown as TextRow;
      if (row[0] !== shard) await flush();
      shard = row[0];
      making.add(row);
    }
  }
  await flush();
  const { texts } = await work.row(TEXT_COUNT);
  if (done !== Number(texts)) throw new Error(`${done} of ${String(texts)} texts were written`);
  return { shards: count, index: await pages.index(count) };
}

function storeColumns(
  { columns, details, criteria }: CaseFiles,
  files: ReleaseFiles,
  { id, name }: Benchmark,
): InstanceData['columns'] {
  const store = (bytes: Uint8Array, what: string, note: { title: string; about: string }): string =>
    files.listGzipped(`${id}/${what}.*.bin`, bytes, { ...note, type: 'application/octet-stream' });
  return {
    cases: store(columns, 'columns', {
      title: `${name}, columns of cases`,
      about:
        'Who was right and wrong on each case, its facets and sizes: what filters need, in the form of docs/release.md.',
    }),
    details: store(details, 'details', {
      title: `${name}, details of cases`,
      about: 'The cluster of each case and the length of its prompt, in the form of docs/release.md.',
    }),
    criteria:
      criteria === null
        ? null
        : store(criteria, 'criteria', {
            title: `${name}, columns per criterion`,
            about: 'Who was right and wrong on each case under each criterion, in the form of docs/release.md.',
          }),
  };
}

/** Describes the instance-level part of a release for one benchmark: what stands in `part.json` beside its files. */
export interface ReleasePart {
  readonly data: InstanceData;
  /** Only files that the manifest lists are here; shards, buckets and media are not. */
  readonly files: readonly ReleaseFile[];
  readonly boards: readonly StoredBoard[];
  readonly switched: readonly SwitchedBoard[];
  readonly ingest: IngestReport;
}

export interface PartSource {
  readonly key: string;
  /** Source of the texts that the records lack; null where they lack none. */
  readonly source: PinnedSource | null;
  /** How much of them is here; null where they are not. */
  readonly extent: Extent | null;
}

type Texts = Pick<InstanceData, 'shards' | 'index' | 'lines' | 'postings'>;

interface TextsTo {
  readonly benchmark: string;
  readonly files: ReleaseFiles;
  readonly progress: Progress;
  /** In the order of the explorer's choices. */
  readonly runs: readonly string[];
}

async function writeTexts(
  work: WorkDatabase,
  { benchmark, scratch, ...to }: TextsTo & { readonly scratch: string },
): Promise<Texts> {
  // An engine of one thread never comes back from appending rows while it streams the result that they are made from.
  const beside = await WorkDatabase.open(path.join(scratch, 'words'));
  try {
    const words = await WordIndex.open(beside);
    const { shards, index } = await writeShards(work, words, { ...to, benchmark });
    const lines = await writeLines(work, { ...to, benchmark });
    const postings = await writeWords(beside, words, { ...to, benchmark });
    return { shards, index, lines, ...(postings === null ? {} : { postings }) };
  } finally {
    beside.close();
  }
}

function sourceNote({ source }: PinnedSource, extent: Extent | null): InstanceData['texts'] {
  const { repository, commit, licence, attribution, by_default } = source;
  const part = extent === 'default' && by_default !== undefined ? { part: by_default.about } : {};
  return { repository, commit, licence, attribution, present: extent !== null, ...part };
}

interface Described {
  readonly files: ReleaseFiles;
  readonly benchmark: Benchmark;
  readonly loaded: LoadedRuns;
  readonly key: string;
  readonly downloads: readonly DescribedTable[];
}

function writeDescription({ files, benchmark, loaded, key, downloads }: Described): void {
  const dates = [...loaded.runs.values()].flatMap((r) => r.date ?? []);
  const dataset = judgmentsDataset(benchmark, { dates, version: key.slice(0, 12), page: `../../${benchmark.id}/` });
  files.list(`${benchmark.id}/croissant.*.json`, croissant(dataset, downloads), {
    title: `${benchmark.name}, Croissant description`,
    about: 'Machine-readable description of the files and their columns (Croissant 1.0, JSON-LD).',
    type: 'application/ld+json',
  });
}

/** Gathers what boards are made of beside the scores: the runs, and what is known of the people who labelled. */
async function rankedInput(
  { query }: WorkDatabase,
  { benchmark, judges }: BenchmarkInput,
  { runs, ingest }: LoadedRuns,
): Promise<RankedInput> {
  const raters = await raterSums(query);
  const agreement = await raterAgreement(query);
  return { benchmark, judges, runs: [...runs.values()], unread: unreadOf(ingest), raters, agreement };
}

interface PartMade {
  readonly input: BenchmarkInput;
  readonly loaded: LoadedRuns;
  /** The file of `final`, which the working database knows. */
  readonly database: string;
  readonly scratch: string;
  readonly files: ReleaseFiles;
  readonly progress: Progress;
}

export async function writePart(
  work: WorkDatabase,
  { key, source, extent }: PartSource,
  { input, loaded, database, scratch, files, progress }: PartMade,
): Promise<ReleasePart> {
  const { benchmark } = input;
  const summarised = await summarisedBy(work.heavy);
  const plain = await writeCaseFiles(work.heavy, summarised);
  const facts = await describedRuns(work.heavy, { runs: loaded.runs.values(), ingest: loaded.ingest });
  const { boards, switched } = await boardsOfRuns(work, await rankedInput(work, input, loaded));
  await addCaseScores(work);
  const counts = await work.row(
    'SELECT (SELECT count(*) FROM final.instances)::DOUBLE AS instances, (SELECT count(*) FROM final.judgments)::DOUBLE AS judgments',
  );
  progress.step(`Writing downloads of ${benchmark.name}`);
  const columns = storeColumns(plain, files, benchmark);
  const downloads = await writeDownloads(work, benchmark, { files, scratch, progress });
  await closeFinal(work);
  const about = 'All narrow tables as a native DuckDB database: ATTACH it and query.';
  const note = { title: `${benchmark.name}, database`, about, type: 'application/vnd.duckdb' };
  const stored = await files.take(database, `${benchmark.id}/${benchmark.id}.*.duckdb`, {
    storage: 'gzip',
    note,
    hash: key,
  });
  progress.step(`Writing texts of ${benchmark.name}`);
  const texts = await writeTexts(work, {
    ...{ benchmark: benchmark.id, scratch, files, progress },
    runs: summarised.runs.map(({ run }) => run),
  });
  writeDescription({ files, benchmark, loaded, key, downloads });
  return {
    data: {
      database: stored.path,
      instances: Number(counts['instances']),
      judgments: Number(counts['judgments']),
      runs: loaded.runs.size,
      described_runs: files.list(`${benchmark.id}/described-runs.*.json`, JSON.stringify(facts), {
        title: `${benchmark.name}, runs`,
        about: 'What run.yaml says of each run, and what became of its answers: asked, answered, readable, counted.',
        type: 'application/json',
        rows: facts.length,
      }),
      ...texts,
      columns,
      ...(source === null ? {} : { texts: sourceNote(source, extent) }),
    },
    files: files.listed,
    boards,
    switched,
    ingest: loaded.ingest,
  };
}
