import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, type ReadStream, readSync, realpathSync, type Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Source, UnreadableError } from '../records/bytes.ts';
import { type RecordKind, recordKindOf } from '../records/issues.ts';
import type { MediaFact, RunContext, RunInput } from '../records/read.ts';
import { readYaml } from '../records/yaml.ts';
import { Benchmark } from '../schema/benchmark.ts';
import { type Judge, JudgesFile } from '../schema/judge.ts';
import type { Problem } from '../schema/problem.ts';
import type { Run } from '../schema/records.ts';
import { deepFiles, inputOf, type RunFolder, type RunsInput, runFolderOf } from '../scoring/run-folder.ts';
import { entriesOf, filesBelow, nameBelow, nullIfMissing } from './folders.ts';

export const READ_AT_ONCE = 2 ** 20;

/**
 * Reads a file's bytes, up to a megabyte at a time. `size` is how many there are: a small file then takes no large buffer, and a
 * release of many small files is not held up by their collection.
 */
export const fileStream = (file: string, size: number): ReadStream =>
  createReadStream(file, { highWaterMark: Math.max(1, Math.min(size, READ_AT_ONCE)) });

/** What keeps a file from being read, by the code of the system's error, and how to mend it. */
const FAILURES: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  EACCES: ['not allowed to read it', 'give yourself the right to read it (chmod u+r)'],
  EPERM: ['not allowed to read it', 'give yourself the right to read it (chmod u+r)'],
  EISDIR: ['a folder stands where a file is needed', 'move the file out of the folder'],
  ELOOP: ['a link that leads to itself', 'put the file in its place'],
  ENOENT: ['there is no such file, or the link leads nowhere', 'put the file in its place'],
  ENOTFILE: ['neither a file nor a folder', 'put a file in its place'],
  EIO: ['the disk cannot read it', 'copy the file from its source again'],
};

/** Tells what keeps a file from being read, as a problem of the data; null for an error of another kind. */
function unreadableFile(name: string, error: unknown): UnreadableError | null {
  const known = FAILURES[(error as NodeJS.ErrnoException).code ?? ''];
  if (known === undefined) return null;
  const [message, hint] = known;
  return new UnreadableError({ file: name, message: `${message}; nothing was read`, hint });
}

/**
 * Gives the error code to report for what `stat` found, null for a file that may be read. Pipes and devices are refused, since reading them might
 * never end.
 */
function refusedCode(stat: Stats | null): string | null {
  if (stat === null || stat.isFile()) return null;
  return stat.isDirectory() ? 'EISDIR' : 'ENOTFILE';
}

/** Gives a file on disk as a source, named as problems shall show it. One that cannot be read is a problem when it is read. */
export async function fileSource(file: string, name: string): Promise<Source> {
  const stat = await fs.stat(file).catch(() => null);
  const code = refusedCode(stat);
  return {
    name,
    size: stat?.size ?? 0,
    stream: () => Readable.toWeb(fileStream(file, stat?.size ?? 0)) as unknown as ReadableStream<Uint8Array>,
    inflated: () => inflated(file, stat?.size ?? 0),
    slice: (start, end) =>
      code === null ? readPart(file, start, end) : Promise.reject(Object.assign(new Error(name), { code })),
    failure: (error) => unreadableFile(name, error),
  };
}

/** Inflates all members of a gzip file; an error where something follows that is none. */
function inflated(file: string, size: number): ReadableStream<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: READ_AT_ONCE });
  const whole = new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush: (done) =>
      done(gunzip.bytesWritten < size ? new Error(`${file}: no gzip after ${gunzip.bytesWritten} bytes`) : null),
  });
  // Errors come out of the last stream, whichever stream they began in.
  pipeline(fileStream(file, size), gunzip, whole, () => undefined);
  return Readable.toWeb(whole) as unknown as ReadableStream<Uint8Array>;
}

async function readPart(file: string, start: number, end: number): Promise<ArrayBuffer> {
  const handle = await fs.open(file);
  try {
    const bytes = new Uint8Array(Math.max(0, end - start));
    const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, start);
    return bytes.buffer.slice(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Lists every file under a folder as a source named relative to it, with `/`, in the order of names; a file stands for itself. Links to
 * files are followed, links to folders are not: see `linkedFolders`.
 */
export async function sourcesUnder(root: string): Promise<Source[]> {
  if ((await fs.stat(root)).isFile()) return [await fileSource(root, path.basename(root))];
  const linked = new Set(await linkedFolders(root));
  const names = (await filesBelow(root, true)).filter((name) => !linked.has(name));
  return Promise.all(names.map((name) => fileSource(path.join(root, name), name)));
}

/** Lists the links to folders under a folder, which nobody reads: they may lead anywhere, and in circles. */
export async function linkedFolders(root: string): Promise<string[]> {
  if ((await fs.stat(root)).isFile()) return [];
  const links = (await entriesOf(root, true)).filter((e) => e.isSymbolicLink()).map((e) => nameBelow(root, e));
  const kinds = await Promise.all(links.map((name) => fs.stat(path.join(root, name)).catch(() => null)));
  return links.filter((_, i) => kinds[i]?.isDirectory() === true);
}

export async function hashOfSource({ stream }: Source): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream()) hash.update(chunk);
  return hash.digest('hex');
}

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
  const names = (await fs.readdir(folder).catch(nullIfMissing)) ?? [];
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

const HEAD = 1024;

function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return path.resolve(file);
  }
}

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

export interface LoadedRun {
  readonly input: RunInput;
  readonly context: RunContext;
  /** The folder alone, and what it would share with others. */
  readonly own: RunFolder;
  readonly shared: RunsInput['shared'];
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
  const before = problems.length;
  const text = await textOfFile(path.join(root, name), name, problems);
  if (text === null && problems.length > before) return null;
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

export async function openRun(folder: string, root = '.', label = folder): Promise<LoadedRun> {
  const alone = await openAlone(folder, root, label);
  const [run] = alone.runs;
  if (run === undefined) throw new Error(`${folder} was not opened`);
  const { benchmark, judges } = alone;
  const folders = mediaFolders(alone.folder, run);
  const context = { benchmark, ...(judges === undefined ? {} : { judges }) };
  return {
    ...{ input: inputOf(alone, run), own: run, shared: alone.shared },
    context: { ...context, media: (src) => mediaFact(folders, src) },
  };
}
