import fs from 'node:fs/promises';
import path from 'node:path';
import { storeCaseSummary, summarisedBy } from '../../cases/case-summary.ts';
import { raterSums } from '../../metrics/ceiling.ts';
import { raterAgreement } from '../../metrics/rater-agreement.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { StoredBoard } from '../../schema/board.ts';
import type { IngestReport, InstanceData, ReleaseFile } from '../../schema/release.ts';
import { addCaseScores } from '../../scoring/case-scores.ts';
import { withWarnings } from '../../scoring/ingest-tally.ts';
import type { LoadedRuns } from '../../scoring/load-runs.ts';
import { closeFinal } from '../../scoring/narrow.ts';
import { unreadOf } from '../../scoring/unread.ts';
import { croissant, type DescribedTable, judgmentsDataset } from '../croissant.ts';
import type { PinnedSource } from '../texts/source.ts';
import { plainColumns, storeColumns } from './case-columns.ts';
import { writeLines } from './case-lines.ts';
import { writeDownloads } from './downloads.ts';
import type { BenchmarkInput } from './inputs.ts';
import { PartFiles } from './part-files.ts';
import type { Progress } from './progress.ts';
import type { SmallFiles } from './small-files.ts';
import { boardsOfRuns, type RankedInput, type SwitchedBoard } from './switched-boards.ts';
import { writeShards } from './text-shards.ts';
import { WordIndex } from './word-index.ts';
import type { WorkDatabase } from './work.ts';

/** Describes the instance-level part of a release for one benchmark: what stands in `part.json` beside its files. */
export interface ReleasePart {
  readonly data: InstanceData;
  /** Only files that the manifest lists are here; shards, buckets and media are not. */
  readonly files: readonly ReleaseFile[];
  readonly boards: readonly StoredBoard[];
  /** The boards as they are under switches. */
  readonly switched: readonly SwitchedBoard[];
  readonly ingest: IngestReport;
}

export interface PartSource {
  /** Hash of everything that the part depends on. */
  readonly key: string;
  /** Source of the texts that the records lack; null where they lack none. */
  readonly source: PinnedSource | null;
  readonly fetched: boolean;
}

type Texts = Pick<InstanceData, 'shards' | 'index' | 'lines' | 'postings'>;

interface TextsTo {
  readonly benchmark: string;
  readonly small: SmallFiles;
  readonly progress: Progress;
  /** In the order of the explorer's choices. */
  readonly runs: readonly string[];
}

async function writeTexts(
  work: WorkDatabase,
  { benchmark, scratch, ...to }: TextsTo & { readonly scratch: string },
): Promise<Texts> {
  const words = await WordIndex.open(path.join(scratch, 'words'));
  try {
    const { shards, index } = await writeShards(work, words, { ...to, benchmark });
    const lines = await writeLines(work, { ...to, benchmark });
    const postings = await words.write(to.small, benchmark);
    return { shards, index, lines, ...(postings === null ? {} : { postings }) };
  } finally {
    words.close();
  }
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

/** Describes the downloads and their columns for programs. */
async function writeDescription({ files, benchmark, loaded, scratch, key, downloads }: Described): Promise<void> {
  const description = path.join(scratch, 'croissant.json');
  const dates = [...loaded.runs.values()].flatMap((r) => r.date ?? []);
  const dataset = judgmentsDataset(benchmark, { dates, version: key.slice(0, 12), page: `../../${benchmark.id}/` });
  await fs.writeFile(description, croissant(dataset, downloads));
  await files.take(description, `${benchmark.id}/croissant.*.json`, {
    storage: 'raw',
    note: {
      title: `${benchmark.name}, Croissant description`,
      about: 'Machine-readable description of the files and their columns (Croissant 1.0, JSON-LD).',
      type: 'application/ld+json',
    },
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
  readonly small: SmallFiles;
  readonly progress: Progress;
}

/** Writes the part of a release from the tables of a working database. */
export async function writePart(
  work: WorkDatabase,
  { key, source, fetched }: PartSource,
  { input, loaded, database, scratch, small, progress }: PartMade,
): Promise<ReleasePart> {
  const { benchmark } = input;
  const summarised = await summarisedBy(work.heavy);
  await storeCaseSummary(work.heavy, summarised);
  const plain = await plainColumns(work, summarised);
  const { boards, switched } = await boardsOfRuns(work, await rankedInput(work, input, loaded));
  await addCaseScores(work);
  const counts = await work.row(
    'SELECT (SELECT count(*) FROM final.instances)::DOUBLE AS instances, (SELECT count(*) FROM final.judgments)::DOUBLE AS judgments',
  );
  progress.step(`Writing downloads of ${benchmark.name}`);
  const files = new PartFiles(small.out);
  const { columns, problems } = await storeColumns(plain, { files, benchmark, scratch });
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
    ...{ benchmark: benchmark.id, scratch, small, progress },
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
