import path from 'node:path';
import { type CaseFiles, writeCaseFiles } from '../../cases/columns/write.ts';
import { summarisedBy } from '../../cases/gather.ts';
import { raterSums } from '../../metrics/judge-check.ts';
import { raterAgreement } from '../../metrics/labels.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { StoredBoard } from '../../schema/board.ts';
import type { Pointer } from '../../schema/packs.ts';
import type { IngestReport, InstanceData, ReleaseFile } from '../../schema/release.ts';
import { searchWordsOf } from '../../schema/release-paths.ts';
import type { PackSet } from '../../schema/stored-case.ts';
import { unreadOf } from '../../scoring/board-values.ts';
import {
  JUDGMENT_TEXT,
  rankTexts,
  readNames,
  SCORED_TEXT,
  StoredCaseText,
  type TextRow,
  textRowsSql,
  textsSql,
} from '../../scoring/case-texts.ts';
import type { LoadedRuns } from '../../scoring/load-runs.ts';
import { addCaseScores, closeFinal } from '../../scoring/narrow.ts';
import { describedRuns } from '../../scoring/score-rows.ts';
import { croissant, type DescribedTable, judgmentsDataset } from '../croissant.ts';
import { type ChunkColumns, WorkDatabase } from '../duckdb.ts';
import type { Progress } from '../progress.ts';
import type { Extent, PinnedSource } from '../texts/source.ts';
import type { ReleaseFiles } from '../writer.ts';
import { type LinesTo, writeLines, writeWords } from './case-lines.ts';
import { WordIndex } from './case-words.ts';
import { writeDownloads } from './downloads.ts';
import type { BenchmarkInput } from './load-runs.ts';
import { PackWriter } from './packs.ts';
import { boardsOfRuns, type RankedInput, type SwitchedBoard } from './switched-boards.ts';

/** Estimated bytes of a judgment's JSON without its text (names, verdict, status), and of a run's points under one metric. */
const JUDGMENT_BYTES = 96;
const SCORE_BYTES = 96;

const CASES = 'SELECT instance, ordinal FROM positions';

const TEXT_BYTES = `SELECT sum(CASE kind WHEN ${SCORED_TEXT} THEN ${SCORE_BYTES}
  WHEN ${JUDGMENT_TEXT} THEN strlen(text) + ${JUDGMENT_BYTES} ELSE strlen(text) END)::DOUBLE AS bytes FROM (${textRowsSql(CASES)})`;

/** Counts how many rows must come out: the writing fails where some are lost. */
const TEXT_COUNT = `SELECT ((SELECT count(*) FROM instances) + (SELECT count(*) FROM responses) + (SELECT count(*) FROM gold)
  + (SELECT count(*) FROM case_scores) + (SELECT count(*) FROM judgments WHERE run IN (SELECT ordinal FROM runs)))::DOUBLE AS texts`;

/** Bytes sorted at a time: what exceeds the database's memory spills to disk, and disks are finite, too. */
const SORTED_BYTES = 32 * 2 ** 20;

/** Reads every text in the order of cases, some of them at a time; `bytes` are those of all. */
async function* textRowsOf(work: WorkDatabase, cases: number, bytes: number): AsyncGenerator<ChunkColumns> {
  const atOnce = Math.max(1, Math.floor((SORTED_BYTES * cases) / Math.max(1, bytes)));
  for (let from = 0; from < cases; from += atOnce)
    yield* work.stream(textsSql(`${CASES} WHERE ordinal BETWEEN ${from} AND ${from + atOnce - 1}`));
}

/**
 * Writes prompt, media, responses, gold, scores and judgments of every instance into packs, each a member, and gives the words of rationales to
 * `words`. Gives where the judgments with a reason lie, by the place of their case.
 */
async function writeCases(
  work: WorkDatabase,
  words: WordIndex,
  { files, benchmark, progress }: Omit<TextsTo, 'runs'>,
): Promise<{ readonly set: PackSet; readonly reasons: ReadonlyMap<number, Pointer> }> {
  await rankTexts(work);
  const names = await readNames(work);
  const bytes = Number((await work.row(TEXT_BYTES))['bytes']);
  const hashes = (await work.query('SELECT hash FROM positions ORDER BY ordinal')).map(
    ({ hash }) => Number(hash) >>> 0,
  );
  const packs = new PackWriter(files, `${benchmark}/cases/*.jsonl.gz`, { count: hashes.length, bytes });
  const reasons = new Map<number, Pointer>();
  let done = 0;
  let making = new StoredCaseText();
  let ordinal = 0;
  let said = new Set<string>();
  const flush = (): void => {
    const at = packs.add(hashes[ordinal] ?? 0, ...making.parts());
    words.add(ordinal, said);
    if (said.size > 0) reasons.set(ordinal, at);
    progress.count(done, 'texts');
    [making, said] = [new StoredCaseText(), new Set()];
  };
  for await (const columns of textRowsOf(work, hashes.length, bytes)) {
    const rows = columns[0]?.length ?? 0;
    for (let i = 0; i < rows; i++) {
      const row = columns.map((column) => column[i]) as unknown as TextRow;
      if (row[0] !== ordinal) flush();
      ordinal = row[0];
      const reason = making.take(row, names);
      if (reason !== '') for (const word of searchWordsOf(reason)) said.add(word);
      done += 1;
    }
  }
  flush();
  const { texts } = await work.row(TEXT_COUNT);
  if (done !== Number(texts)) throw new Error(`${done} of ${String(texts)} texts were written`);
  return { set: packs.close('hashed'), reasons };
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
  /** Only files that the manifest lists are here; packs and media are not. */
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

type Texts = Pick<InstanceData, 'cases' | 'lines' | 'postings'>;

interface TextsTo extends Omit<LinesTo, 'reasons'> {
  readonly progress: Progress;
}

async function writeTexts(
  work: WorkDatabase,
  { benchmark, scratch, ...to }: TextsTo & { readonly scratch: string },
): Promise<Texts> {
  // An engine of one thread never comes back from appending rows while it streams the result that they are made from.
  const beside = await WorkDatabase.open(path.join(scratch, 'words'));
  try {
    const words = await WordIndex.open(beside);
    const { set: cases, reasons } = await writeCases(work, words, { ...to, benchmark });
    const lines = await writeLines(work, { ...to, benchmark, reasons });
    const postings = await writeWords(beside, words, { ...to, benchmark });
    return { cases, lines, ...(postings === null ? {} : { postings }) };
  } finally {
    beside.close();
  }
}

function sourceNote({ source }: PinnedSource, extent: Extent | null): InstanceData['texts'] {
  const { repository, commit, licence, attribution, by_default } = source;
  const part = extent === 'default' && by_default !== undefined ? { part: by_default.about } : {};
  return { repository, commit, licence, attribution, present: extent !== null, ...part };
}

function writeDescription(
  { files, input: { benchmark }, loaded }: PartMade,
  key: string,
  downloads: readonly DescribedTable[],
): void {
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

export interface PartMade {
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
  made: PartMade,
): Promise<ReleasePart> {
  const { input, loaded, database, scratch, files, progress } = made;
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
  writeDescription(made, key, downloads);
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
