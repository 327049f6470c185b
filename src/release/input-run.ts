import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type RecordKind, recordKindOf } from '../records/kinds.ts';
import type { MediaFact, RunContext, RunInput } from '../records/run-context.ts';
import type { Source } from '../records/source.ts';
import { readYaml } from '../records/yaml.ts';
import { Benchmark } from '../schema/benchmark.ts';
import { type Judge, JudgesFile } from '../schema/judge.ts';
import type { Problem } from '../schema/problem.ts';
import type { Run } from '../schema/records.ts';
import { deepFiles, inputOf, type RunFolder, type RunsInput, runFolderOf } from '../scoring/run-folder.ts';
import { fileSource, unreadableFile } from './input-files.ts';

/** Gives the text of a file, null where there is none. What cannot be read is added to the problems, under its name there. */
export async function textOfFile(file: string, name: string, problems: Problem[]): Promise<string | null> {
  return fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    const failure = unreadableFile(name, error);
    if (failure === null) throw error;
    problems.push(failure.problem);
    return null;
  });
}

/** Lists the files of records directly in a folder, by kind, in the order of names; shown under `label`. */
export async function recordFiles(folder: string, label: string): Promise<Partial<Record<RecordKind, Source[]>>> {
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: Partial<Record<RecordKind, Source[]>> = {};
  for (const name of names.sort()) {
    const kind = recordKindOf(name);
    if (kind === null) continue;
    files[kind] = [...(files[kind] ?? []), await fileSource(path.join(folder, name), path.posix.join(label, name))];
  }
  return files;
}

const SIGNATURES: readonly (readonly [MediaFact, (head: Buffer) => boolean])[] = [
  ['picture', (h) => h.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['picture', (h) => h[0] === 0xff && h[1] === 0xd8 && h[2] === 0xff],
  ['picture', (h) => h.toString('latin1', 0, 4) === 'RIFF' && h.toString('latin1', 8, 12) === 'WEBP'],
  ['svg', (h) => /<svg[\s>]|<!DOCTYPE svg/i.test(h.toString('latin1'))],
];

/** Bytes that tell what a file is. */
const HEAD = 1024;

/** Says where a path leads, links followed; the path itself where nothing is there. */
function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return path.resolve(file);
  }
}

/** Reads the first bytes of a file; null where there is none that can be read. */
function headOf(file: string): Buffer | null {
  try {
    const handle = openSync(file, 'r');
    try {
      const head = Buffer.alloc(HEAD);
      return head.subarray(0, readSync(handle, head, 0, HEAD, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}

/**
 * Says what an image path leads to, by the first bytes of the file and not by its name. It is looked for in each folder in turn. Benchmarks
 * have thousands of pictures: promises for each of them would cost ten times as much.
 */
export function mediaFact(folders: readonly string[], src: string): MediaFact {
  if (src === '') return 'missing';
  for (const folder of folders) {
    const file = path.resolve(folder, src);
    if (!realPath(file).startsWith(`${realPath(folder)}${path.sep}`)) return 'outside';
    const head = headOf(file);
    if (head !== null) return SIGNATURES.find(([, is]) => is(head))?.[0] ?? 'other';
  }
  return 'missing';
}

/** Opens a run folder; see `runFolderOf`. Its pictures are looked for later. */
export async function openRunFolder(folder: string, label: string): Promise<RunFolder> {
  const all = (await fs.readdir(folder, { recursive: true }).catch(() => [])).map((name) =>
    name.split(path.sep).join('/'),
  );
  const names = all.filter((name) => !name.includes('/'));
  const unreadable: Problem[] = [];
  const textOf = (name: string): Promise<string | null> =>
    textOfFile(path.join(folder, name), `${label}/${name}`, unreadable);
  const opened = await runFolderOf({ folder, label, names, textOf, files: await recordFiles(folder, label) });
  return { ...opened, problems: [...unreadable, ...opened.problems, ...deepFiles(all, label)] };
}

/** A run folder with all that it is checked against. */
export interface LoadedRun {
  readonly input: RunInput;
  readonly context: RunContext;
}

/** Lists the folders of a run's pictures, its own first; `run` is null for those of shared records. */
export const mediaFolders = (shared: string, run: RunFolder | null): string[] =>
  [...(run === null ? [] : [run.folder]), shared].map((folder) => path.join(folder, 'media'));

/** Loads the judges of all benchmarks, and those that this one brings; undefined when there is no list at all. */
async function loadJudges(root: string, run: Run | null, problems: Problem[]): Promise<Map<string, Judge> | undefined> {
  const names = ['data/judges.yaml', ...(run === null ? [] : [`data/${run.benchmark}/judges.yaml`])];
  const lists: Judge[][] = [];
  for (const name of names) {
    const text = await textOfFile(path.join(root, name), name, problems);
    const read = text === null ? null : readYaml(name, text, JudgesFile);
    problems.push(...(read?.problems ?? []));
    if (read?.value != null) lists.push(read.value.judges);
  }
  return lists.length === 0 ? undefined : new Map(lists.flat().map((j) => [j.id, j]));
}

/** Says where the records that a run shares with others lie: beside the `runs` folder that it is in, else in data/<benchmark>. */
async function sharedFolder(
  root: string,
  run: Run | null,
  { folder, label }: { readonly folder: string; readonly label: string },
): Promise<{ readonly at: string; readonly label: string } | null> {
  const parent = path.dirname(path.resolve(folder));
  const beside = path.dirname(parent);
  if (path.basename(parent) === 'runs' && Object.keys(await recordFiles(beside, '')).length > 0) {
    return { at: beside, label: path.posix.join(label, '..', '..') };
  }
  return run === null ? null : { at: path.join(root, 'data', run.benchmark), label: `data/${run.benchmark}` };
}

/** Loads the description of the benchmark that a run names; null, with the reason among the problems, where there is none. */
async function loadBenchmark(
  root: string,
  { run, label }: Pick<RunFolder, 'run' | 'label'>,
  problems: Problem[],
): Promise<Benchmark | null> {
  if (run === null) return null;
  const name = `data/${run.benchmark}/benchmark.yaml`;
  const unreadable: Problem[] = [];
  const text = await textOfFile(path.join(root, name), name, unreadable);
  problems.push(...unreadable);
  if (text === null && unreadable.length > 0) return null;
  if (text === null) {
    const message = 'unknown: data/ has no benchmark of this name';
    const hint = 'correct the name, or describe the benchmark there (docs/adding-a-benchmark.md)';
    const file = `${label}/run.yaml`;
    problems.push({ file, field: 'benchmark', found: run.benchmark, message, expected: name, hint });
    return null;
  }
  const read = readYaml(name, text, Benchmark);
  problems.push(...read.problems);
  return read.value;
}

/**
 * Opens one run folder by itself, with the records that it shares with others: they lie beside the `runs` folder that it is in, or
 * else in data/<benchmark>. `root` holds data/; `label` is how problems name the folder. Reads no records yet: see `loadRuns`.
 */
export async function openAlone(folder: string, root: string, label: string): Promise<RunsInput> {
  const opened = await openRunFolder(folder, label);
  const problems = [...opened.problems];
  const judges = await loadJudges(root, opened.run, problems);
  const benchmark = await loadBenchmark(root, opened, problems);
  const place = (await sharedFolder(root, opened.run, { folder, label })) ?? { at: folder, label };
  const shared = place.at === folder ? {} : await recordFiles(place.at, place.label);
  return {
    benchmark,
    ...(judges === undefined ? {} : { judges }),
    folder: place.at,
    label: place.label,
    shared,
    runs: [{ ...opened, problems }],
    alone: true,
  };
}

/** Opens one run folder by itself, to be given to `validateRun`. */
export async function openRun(folder: string, root = '.', label = folder): Promise<LoadedRun> {
  const alone = await openAlone(folder, root, label);
  const [run] = alone.runs;
  if (run === undefined) throw new Error(`${folder} was not opened`);
  const { benchmark, judges } = alone;
  const folders = mediaFolders(alone.folder, run);
  const context = { benchmark, ...(judges === undefined ? {} : { judges }) };
  return { input: inputOf(alone, run), context: { ...context, media: (src) => mediaFact(folders, src) } };
}
