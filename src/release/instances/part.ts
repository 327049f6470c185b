import fs from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Judge } from '../../schema/judge.ts';
import type { Problem } from '../../schema/problem.ts';
import type { IngestReport } from '../../schema/release.ts';
import type { TextOverlay } from '../texts/overlay.ts';
import { refusedStatement } from './failure.ts';
import { type BenchmarkInput, type FileHashes, fileHashes, findRuns, isRecordFile, treeHash } from './inputs.ts';
import { digestOfKey, KeptResults } from './kept.ts';
import { type AboutDatabase, type DatabaseFiles, KeptDatabase } from './kept-database.ts';
import { loadRuns } from './load-runs.ts';
import { Gallery } from './media.ts';
import type { Progress } from './progress.ts';
import { RunsRead } from './runs-read.ts';
import { scoredBefore, scoredTables } from './scored-tables.ts';
import { type GeneratedRecords, generateRecords } from './shapes-folder.ts';
import { SmallFiles } from './small-files.ts';
import { WorkDatabase } from './work.ts';
import { type PartSource, type ReleasePart, writePart } from './write-part.ts';

export interface PartInput extends PartSource {
  readonly benchmark: Benchmark;
  readonly judges: readonly Judge[];
  /** Folder with the records and `runs/`, and how problems name it. */
  readonly folder: string;
  readonly label: string;
  /** Records that have to be generated first; null where they are stored. */
  readonly generated: GeneratedRecords | null;
  /** Hashes of its files; null where records have to be generated first. */
  readonly files: FileHashes | null;
  /** Folder of all parts, and the folder of what earlier builds of this benchmark by the same code worked out. */
  readonly cache: string;
  readonly kept: string;
  /** Folder of the benchmark's kept working database. */
  readonly database: string;
  readonly onProblems: OnProblems;
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

/** A build under way: what lies in the benchmark's folder, and what earlier builds left. */
interface Making {
  readonly found: BenchmarkInput;
  readonly files: FileHashes;
  readonly kept: KeptResults;
  readonly database: KeptDatabase;
  readonly scratch: string;
  /** The files of the working database are here. */
  readonly place: DatabaseFiles;
  readonly small: SmallFiles;
  readonly progress: Progress;
}

/** A part, and what is known of the database that it was made with; null where nothing can be kept of it. */
interface Made {
  readonly result: PartResult;
  readonly about: Omit<AboutDatabase, 'id'> | null;
}

/** Reads, scores and writes a part into a folder. The files of the database are whole afterwards. */
async function makeIn(out: string, input: PartInput, { place, small, ...making }: Making): Promise<Made> {
  const { found, files, kept, database, scratch, progress } = making;
  // Records under texts of others, or with labels that are voted for, are always read.
  const isKept = found.texts === undefined && found.benchmark.labels !== 'majority';
  const about = isKept ? await database.take(place) : null;
  const work = await WorkDatabase.open(path.dirname(place.work));
  try {
    const gallery = new Gallery(small, found.benchmark.id);
    const read = await RunsRead.open({ input: found, work, before: about?.read ?? null, files, gallery });
    const loaded = await loadRuns(found, work, { gallery, progress, kept: read });
    const { ingest } = loaded;
    const problems = errorsOf(ingest);
    if (ingest.errors > 0 && (input.onProblems === 'stop' || loaded.runs.size === 0))
      return { result: { part: null, folder: null, ingest, problems }, about: null };
    progress.step(`Scoring ${found.benchmark.name}`);
    const before = { before: about?.scored ?? null, changed: read.changed };
    const tables = await scoredTables(work, {
      ...{ ...before, database: place.final, judges: found.judges, loaded, kept, scratch },
    });
    const written = { input: found, loaded, database: place.final, tables, scratch, out, small, progress };
    const part = await writePart(work, input, written);
    const known = isKept ? await read.known() : null;
    if (known !== null) await work.finish();
    const next = known === null ? null : { read: known, scored: scoredBefore(tables) };
    return { result: { part, folder: out, ingest: part.ingest, problems }, about: next };
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

/** Makes a part with what was kept. A damaged database may show only when it is read, so where that fails all is made anew. */
async function makeWithKept(
  input: PartInput,
  making: Omit<Making, 'scratch' | 'place' | 'small'>,
): Promise<PartResult> {
  const folder = partFolder(input);
  await fs.mkdir(path.dirname(folder), { recursive: true });
  const scratch = await fs.mkdtemp(`${folder}.`);
  try {
    const made = path.join(scratch, 'part');
    const place = {
      work: path.join(scratch, 'work', 'work.duckdb'),
      final: path.join(scratch, `${input.benchmark.id}.duckdb`),
    };
    const out = path.join(made, 'files');
    const small = new SmallFiles(out, { kept: making.kept, cache: input.cache });
    const { result, about } = await makeIn(out, input, { ...making, scratch, place, small });
    if (result.part === null) return result;
    if (about !== null) await making.database.put(place, about);
    await fs.writeFile(path.join(made, 'part.json'), JSON.stringify(result.part));
    const theirs = await moved(made, folder);
    await small.keep(making.kept, path.basename(folder));
    await making.kept.tidy();
    return { ...result, part: theirs ?? result.part, folder: path.join(folder, 'files') };
  } catch (error) {
    if (!making.database.taken) throw error;
    const why = error instanceof Error ? error.message : String(error);
    making.progress.note(
      `${input.benchmark.name}: the database that an earlier build kept cannot be used, so all is made anew. ${why}`,
    );
    await making.database.removeOthers();
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
  return makeWithKept(input, making);
}

/** Opens the texts of others where they were fetched. The importers that read them are many modules, which most builds do without. */
async function fetchedTexts({ fetched, source }: PartInput): Promise<{ readonly texts?: TextOverlay }> {
  if (!fetched || source === null) return {};
  const overlay = await import('../texts/overlay.ts');
  return { texts: new overlay.TextOverlay(source) };
}

/** Makes a part; what disk and database refuse is thrown. */
async function makeOrThrow(input: PartInput, progress: Progress): Promise<PartResult> {
  const { benchmark, judges, label, generated } = input;
  if (generated !== null) await generateRecords(generated, progress);
  const runs = await findRuns(benchmark, judges, { folder: input.folder, label });
  if (runs === null) return { part: null, folder: null, ingest: null, problems: [] };
  const found = { ...runs, ...(await fetchedTexts(input)) };
  const files = input.files ?? (await fileHashes(input.folder, isRecordFile));
  const records = treeHash([...files].filter(([name]) => !name.startsWith('runs/')));
  const kept = new KeptResults(input.kept);
  const key = digestOfKey([label, records, benchmark, found.judges]);
  return makeWithKept(input, { found, files, kept, database: new KeptDatabase(input.database, kept, key), progress });
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
export async function keptPart(input: PartInput): Promise<PartResult | null> {
  const folder = partFolder(input);
  const part = await readPart(folder);
  if (part === null) return null;
  const { ingest } = part;
  const problems = errorsOf(ingest);
  if (ingest.errors > 0 && input.onProblems === 'stop') return { part: null, folder: null, ingest, problems };
  return { part, folder: path.join(folder, 'files'), ingest, problems };
}
