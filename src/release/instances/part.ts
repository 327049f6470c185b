import fs from 'node:fs/promises';
import path from 'node:path';
import { storeCaseSummary } from '../../cases/case-summary.ts';
import { raterSums } from '../../metrics/ceiling.ts';
import { raterAgreement } from '../../metrics/rater-agreement.ts';
import { OFFICIAL } from '../../metrics/settings.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { StoredBoard } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import type { Problem } from '../../schema/problem.ts';
import type { IngestReport, InstanceData, ReleaseFile } from '../../schema/release.ts';
import { addCaseScores } from '../../scoring/case-scores.ts';
import type { BoardsInput } from '../../scoring/computed-boards.ts';
import { withWarnings } from '../../scoring/ingest-tally.ts';
import type { LoadedRuns } from '../../scoring/load-runs.ts';
import { buildNarrowTables, closeFinal, storeJudges, storeScores } from '../../scoring/narrow.ts';
import { unreadOf } from '../../scoring/unread.ts';
import { croissant, type DescribedTable, judgmentsDataset } from '../croissant.ts';
import { TextOverlay } from '../texts/overlay.ts';
import type { PinnedSource } from '../texts/source.ts';
import { storeColumns } from './case-columns.ts';
import { writeLines } from './case-lines.ts';
import { recordDigests } from './digests.ts';
import { writeDownloads } from './downloads.ts';
import { type BenchmarkInput, type FileHashes, fileHashes, findRuns, isRecordFile } from './inputs.ts';
import { KeptResults } from './kept.ts';
import { keptBoards } from './kept-boards.ts';
import { RunsRead } from './kept-runs.ts';
import { keptScores } from './kept-scores.ts';
import { loadRuns } from './load-runs.ts';
import { Gallery } from './media.ts';
import { PartFiles } from './part-files.ts';
import type { Progress } from './progress.ts';
import { type GeneratedRecords, generateRecords } from './shapes-folder.ts';
import type { SwitchedBoard } from './switched-boards.ts';
import { writeShards } from './text-shards.ts';
import { WordIndex } from './word-index.ts';
import { WorkDatabase } from './work.ts';

/** The instance-level part of a release for one benchmark: what stands in `part.json` beside its files. */
export interface ReleasePart {
  readonly data: InstanceData;
  /** Only files that the manifest lists are here; shards, buckets and media are not. */
  readonly files: readonly ReleaseFile[];
  readonly boards: readonly StoredBoard[];
  /** What the boards are under switches. */
  readonly switched: readonly SwitchedBoard[];
  readonly ingest: IngestReport;
}

/** Databases up to this size are stored gzipped and fetched whole; larger ones raw, to be read by ranges. */
const WHOLE = 96 * 2 ** 20;

/** What a part is made of. */
export interface PartInput {
  readonly benchmark: Benchmark;
  readonly judges: readonly Judge[];
  /** Folder with the records and `runs/`, and how problems name it. */
  readonly folder: string;
  readonly label: string;
  /** Records that have to be generated first; null where they are stored. */
  readonly generated: GeneratedRecords | null;
  /** Hashes of its files; null where records have to be generated first. */
  readonly files: FileHashes | null;
  /** Hash of everything that the part depends on. */
  readonly key: string;
  /** Folder of all parts, and the folder of what earlier builds of this benchmark by the same code worked out. */
  readonly cache: string;
  readonly kept: string;
  readonly onProblems: OnProblems;
  /** Where the texts come from that the records lack; null where they lack none. */
  readonly source: PinnedSource | null;
  /** Were these fetched? */
  readonly fetched: boolean;
}

type Texts = Pick<InstanceData, 'shards' | 'index' | 'lines' | 'postings'>;

async function writeTexts(
  work: WorkDatabase,
  {
    benchmark,
    scratch,
    out,
    kept,
    progress,
    runs,
  }: {
    readonly benchmark: string;
    readonly scratch: string;
    readonly out: string;
    readonly kept: KeptResults;
    readonly progress: Progress;
    readonly runs: readonly string[];
  },
): Promise<Texts> {
  const words = await WordIndex.create(path.join(scratch, 'words'));
  const { shards, index } = await writeShards(work, words, { out, benchmark, kept, progress });
  const lines = await writeLines(work, { out, benchmark, runs, kept });
  const postings = await words.write(kept, out, benchmark);
  return { shards, index, lines, ...(postings === null ? {} : { postings }) };
}

function sourceNote({ source }: PinnedSource, present: boolean): InstanceData['texts'] {
  const { repository, commit, licence, attribution } = source;
  return { repository, commit, licence, attribution, present };
}

interface Described {
  readonly files: PartFiles;
  readonly benchmark: Benchmark;
  readonly loaded: LoadedRuns;
  readonly scratch: string;
  readonly key: string;
  readonly downloads: readonly DescribedTable[];
}

/** What the downloads and their columns are, for programs. */
async function writeDescription({ files, benchmark, loaded, scratch, key, downloads }: Described): Promise<void> {
  const description = path.join(scratch, 'croissant.json');
  const dates = [...loaded.runs.values()].flatMap((r) => r.date ?? []);
  const dataset = judgmentsDataset(benchmark, { dates, version: key.slice(0, 12), page: `../../${benchmark.id}/` });
  await fs.writeFile(description, croissant(dataset, downloads));
  await files.take(description, `${benchmark.id}/croissant.*.json`, {
    storage: 'raw',
    note: {
      title: `${benchmark.name}, Croissant description`,
      about: 'What the files and their columns are, for programs (Croissant 1.0, JSON-LD).',
      type: 'application/ld+json',
    },
  });
}

/** What boards are made of beside the scores: the runs, and what is known of the people who labelled. */
async function rankedInput(
  { query }: WorkDatabase,
  { benchmark, judges }: BenchmarkInput,
  { runs, ingest }: LoadedRuns,
): Promise<BoardsInput> {
  const [raters, agreement] = [await raterSums(query), await raterAgreement(query)];
  return { benchmark, judges, runs: [...runs.values()], unread: unreadOf(ingest), raters, agreement };
}

async function writePart(
  work: WorkDatabase,
  { key, source, fetched }: PartInput,
  {
    input,
    loaded,
    scratch,
    out,
    kept,
    progress,
  }: {
    readonly input: BenchmarkInput;
    readonly loaded: LoadedRuns;
    readonly scratch: string;
    readonly out: string;
    readonly kept: KeptResults;
    readonly progress: Progress;
  },
): Promise<ReleasePart> {
  const { benchmark, judges } = input;
  const database = path.join(scratch, `${benchmark.id}.duckdb`);
  progress.step(`Scoring ${benchmark.name}`);
  await buildNarrowTables(work, database, loaded.attributes);
  await storeJudges(work, judges);
  const known = { digests: await recordDigests(work.query), kept, scratch };
  await keptScores(work, { runs: [...loaded.runs.values()], settings: OFFICIAL, place: 'work' }, known);
  await storeScores(work);
  const summarised = await storeCaseSummary(work.heavy);
  const ranked = await rankedInput(work, input, loaded);
  const { boards, switched } = await keptBoards(work, ranked, known);
  await addCaseScores(work);
  const counts = await work.row(
    'SELECT (SELECT count(*) FROM final.instances)::DOUBLE AS instances, (SELECT count(*) FROM final.judgments)::DOUBLE AS judgments',
  );
  progress.step(`Writing downloads of ${benchmark.name}`);
  const files = new PartFiles(out, kept);
  const { columns, problems } = await storeColumns(work, summarised, { files, benchmark, scratch });
  const downloads = await writeDownloads(work, benchmark, { files, kept, scratch, progress });
  await closeFinal(work);
  const { size } = await fs.stat(database);
  const about = 'All narrow tables as a native DuckDB database: ATTACH it and query.';
  const note = { title: `${benchmark.name}, database`, about, type: 'application/vnd.duckdb' };
  const stored = await files.take(database, `${benchmark.id}/${benchmark.id}.*.duckdb`, {
    storage: size <= WHOLE ? 'gzip' : 'raw',
    note,
    hash: key,
  });
  progress.step(`Writing texts of ${benchmark.name}`);
  const texts = await writeTexts(work, {
    ...{ benchmark: benchmark.id, scratch, out, kept, progress },
    runs: summarised.runs.map(({ run }) => run),
  });
  await writeDescription({ files, benchmark, loaded, scratch, key, downloads });
  return {
    data: {
      database: stored.path,
      instances: Number(counts['instances']),
      judgments: Number(counts['judgments']),
      runs: loaded.runs.size,
      ...texts,
      ...(columns === undefined ? {} : { columns }),
      ...(source === null ? {} : { texts: sourceNote(source, fetched) }),
    },
    files: files.files.map(({ stored: _, ...file }) => file),
    boards,
    switched,
    ingest: withWarnings(loaded.ingest, problems),
  };
}

/** A benchmark's part of the release, or why there is none: nothing to score, or problems. */
export type PartResult = { readonly problems: readonly Problem[] } & (
  | { readonly part: ReleasePart; readonly folder: string; readonly ingest: IngestReport }
  | { readonly part: null; readonly folder: null; readonly ingest: IngestReport | null }
);

/** Whether problems stop the build, or only leave out what they are about. */
export type OnProblems = 'stop' | 'keep-going';

/** The errors listed in a report and, as one more, how many are not: what stops a build is never an empty list. */
function errorsOf({ benchmark, problems, errors }: IngestReport): Problem[] {
  const listed = problems.filter((p) => p.severity !== 'warning');
  const rest = errors - listed.length;
  if (rest <= 0) return listed;
  const message = `${rest} more problems of its records, which are not listed`;
  return [...listed, { file: `data/${benchmark}`, message, hint: 'judgeboard validate lists those of each run' }];
}

async function readPart(folder: string): Promise<ReleasePart | null> {
  const text = await fs.readFile(path.join(folder, 'part.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  // Written by this very code: the folder's name holds its hash.
  return text === null ? null : (JSON.parse(text) as ReleasePart);
}

const partFolder = ({ benchmark, key, cache }: PartInput): string =>
  path.join(cache, `${benchmark.id}-${key.slice(0, 16)}`);

/** Makes the part of the release that a benchmark's runs make up. Errors of the file system are thrown. */
export async function makePart(input: PartInput, progress: Progress): Promise<PartResult> {
  const { benchmark, judges, label, generated, onProblems: on } = input;
  const folder = partFolder(input);
  if (generated !== null) await generateRecords(generated, progress);
  const runs = await findRuns(benchmark, judges, { folder: input.folder, label });
  const texts = input.fetched && input.source !== null ? { texts: new TextOverlay(input.source) } : {};
  const found = runs === null ? null : { ...runs, ...texts };
  if (found === null) return { part: null, folder: null, ingest: null, problems: [] };
  await fs.mkdir(path.dirname(folder), { recursive: true });
  const scratch = await fs.mkdtemp(`${folder}.`);
  try {
    const made = path.join(scratch, 'part');
    const out = path.join(made, 'files');
    const work = await WorkDatabase.open(path.join(scratch, 'work'));
    try {
      const kept = new KeptResults(input.kept);
      const files = input.files ?? (await fileHashes(input.folder, isRecordFile));
      const gallery = new Gallery(out, benchmark.id);
      const read = new RunsRead(found, work, { kept, scratch, files, gallery });
      const loaded = await loadRuns(found, work, { gallery, progress, kept: read });
      const problems = errorsOf(loaded.ingest);
      if (loaded.ingest.errors > 0 && (on === 'stop' || loaded.runs.size === 0))
        return { part: null, folder: null, ingest: loaded.ingest, problems };
      const part = await writePart(work, input, { input: found, loaded, scratch, out, kept, progress });
      await kept.tidy();
      await fs.writeFile(path.join(made, 'part.json'), JSON.stringify(part));
      await fs.rename(made, folder).catch(async (error: unknown) => {
        // Another build may have been faster; a folder of this name is whole.
        if ((await readPart(folder)) === null) throw error;
      });
      return { part, folder: path.join(folder, 'files'), ingest: part.ingest, problems };
    } finally {
      work.close();
    }
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

/** The part that an earlier build made of the same inputs with the same code; null where there is none. */
export async function keptPart(input: PartInput): Promise<PartResult | null> {
  const folder = partFolder(input);
  const part = await readPart(folder);
  if (part === null) return null;
  const { ingest } = part;
  const problems = errorsOf(ingest);
  if (ingest.errors > 0 && input.onProblems === 'stop') return { part: null, folder: null, ingest, problems };
  return { part, folder: path.join(folder, 'files'), ingest, problems };
}
