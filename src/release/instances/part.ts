import fs from 'node:fs/promises';
import path from 'node:path';
import { OFFICIAL_SETTINGS } from '../../metrics/query.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Judge } from '../../schema/judge.ts';
import type { Problem } from '../../schema/problem.ts';
import type { IngestReport } from '../../schema/release.ts';
import { WHOLE_SHARE } from '../../scoring/load-runs.ts';
import { buildNarrowTables, scoreRuns, storeJudges, storeScores } from '../../scoring/narrow.ts';
import { WorkDatabase } from '../duckdb.ts';
import { nullIfMissing } from '../folders.ts';
import { refusedStatement } from '../input-writer.ts';
import type { Progress } from '../progress.ts';
import { ReleaseFiles } from '../writer.ts';
import { type BenchmarkInput, findRuns } from './load-runs.ts';
import { mergeShares, type ReadShare, readShare } from './share.ts';
import { type PartMade, type PartSource, type ReleasePart, writePart } from './write-part.ts';

export interface PartInput extends PartSource {
  readonly benchmark: Benchmark;
  readonly judges: readonly Judge[];
  /** Folder with the records and `runs/`, and how problems name it. */
  readonly folder: string;
  readonly label: string;
  readonly cache: string;
  readonly onProblems: OnProblems;
  /** What other machines read; null where this one reads all. */
  readonly shares: readonly ReadShare[] | null;
}

/** A benchmark's part of the release, or why there is none: nothing to score, or problems. */
export type PartResult = { readonly problems: readonly Problem[] } & (
  | { readonly part: ReleasePart; readonly folder: string; readonly ingest: IngestReport }
  | { readonly part: null; readonly folder: null; readonly ingest: IngestReport | null }
);

/** Whether problems stop the build, or only leave out what they are about. */
export type OnProblems = 'stop' | 'keep-going';

/** The errors listed in a report and, as one more, how many are not: what stops a build is never an empty list. */
export function ingestErrors({ benchmark, problems, errors }: IngestReport): Problem[] {
  const listed = problems.filter((p) => p.severity !== 'warning');
  const rest = errors - listed.length;
  if (rest <= 0) return listed;
  const message = `${rest} more problems of its records, which are not listed`;
  return [...listed, { file: `data/${benchmark}`, message, hint: 'judgeboard validate lists those of each run' }];
}

async function readPart(folder: string): Promise<ReleasePart | null> {
  const text = await fs.readFile(path.join(folder, 'part.json'), 'utf8').catch(nullIfMissing);
  // Written by this very code: the folder's name holds its hash.
  return text === null ? null : (JSON.parse(text) as ReleasePart);
}

const partFolder = ({ benchmark, key, cache }: PartInput): string =>
  path.join(cache, `${benchmark.id}-${key.slice(0, 16)}`);

async function makeIn(
  out: string,
  input: PartInput,
  { input: found, scratch, progress }: Pick<PartMade, 'input' | 'scratch' | 'progress'>,
): Promise<PartResult> {
  const { benchmark } = found;
  const shares = input.shares ?? [
    await readShare(found, WHOLE_SHARE, { folder: path.join(scratch, 'share'), progress }),
  ];
  const work = await WorkDatabase.open(path.join(scratch, 'work'));
  try {
    const files = new ReleaseFiles(out);
    const loaded = await mergeShares(shares, found, { work, files });
    const { ingest } = loaded;
    const problems = ingestErrors(ingest);
    if (ingest.errors > 0 && (input.onProblems === 'stop' || loaded.runs.size === 0))
      return { part: null, folder: null, ingest, problems };
    progress.step(`Scoring ${benchmark.name}`);
    const database = path.join(scratch, `${benchmark.id}.duckdb`);
    await buildNarrowTables(work, database, loaded.attributes);
    await storeJudges(work, found.judges);
    await scoreRuns(work, OFFICIAL_SETTINGS);
    await storeScores(work);
    const part = await writePart(work, input, { input: found, loaded, database, scratch, files, progress });
    return { part, folder: out, ingest: part.ingest, problems };
  } finally {
    work.close();
  }
}

/** Puts a finished part in its place. Gives the part that is there instead where another build was faster: its database may have other bytes. */
async function moved(made: string, folder: string): Promise<ReleasePart | null> {
  try {
    await fs.rename(made, folder);
    return null;
  } catch (error) {
    // A folder of this name is whole.
    const theirs = await readPart(folder);
    if (theirs === null) throw error;
    return theirs;
  }
}

/** Finds the runs and the texts of others that were fetched for them; null where there are no runs. */
export async function openInput(input: PartInput): Promise<BenchmarkInput | null> {
  const { benchmark, judges, folder, label, extent, source } = input;
  const runs = await findRuns(benchmark, judges, { folder, label });
  if (runs === null || extent === null || source === null) return runs;
  // The importers that read texts are many modules, which most builds do without.
  const { TextOverlay } = await import('../texts/figures.ts');
  return { ...runs, texts: new TextOverlay(source) };
}

async function makeOrThrow(input: PartInput, progress: Progress): Promise<PartResult> {
  const found = await openInput(input);
  if (found === null) return { part: null, folder: null, ingest: null, problems: [] };
  const folder = partFolder(input);
  await fs.mkdir(path.dirname(folder), { recursive: true });
  const scratch = await fs.mkdtemp(`${folder}.`);
  try {
    const made = path.join(scratch, 'part');
    const result = await makeIn(path.join(made, 'files'), input, { input: found, scratch, progress });
    if (result.part === null) return result;
    await fs.writeFile(path.join(made, 'part.json'), JSON.stringify(result.part));
    const theirs = await moved(made, folder);
    return { ...result, part: theirs ?? result.part, folder: path.join(folder, 'files') };
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Makes the part of the release that a benchmark's runs make up. A statement that the database refuses is a problem of this benchmark; errors of
 * the file system are thrown.
 */
export async function makePart(input: PartInput, progress: Progress): Promise<PartResult> {
  const { id } = input.benchmark;
  let current = 'Reading';
  const step = (name: string): void => {
    current = name;
    progress.step(name);
  };
  try {
    return await makeOrThrow(input, { ...progress, step });
  } catch (error) {
    const refused = refusedStatement(error, id, current);
    if (refused === null) throw error;
    const ingest = { benchmark: id, files: [], runs: [], errors: 1, warnings: 0, problems: [refused] };
    return { part: null, folder: null, ingest, problems: [refused] };
  }
}

/** Finds the part that an earlier build made of the same inputs with the same code; null where there is none. */
export async function cachedPart(input: PartInput): Promise<PartResult | null> {
  const folder = partFolder(input);
  const part = await readPart(folder);
  if (part === null) return null;
  const { ingest } = part;
  const problems = ingestErrors(ingest);
  if (ingest.errors > 0 && input.onProblems === 'stop') return { part: null, folder: null, ingest, problems };
  return { part, folder: path.join(folder, 'files'), ingest, problems };
}
