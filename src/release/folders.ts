import { randomUUID } from 'node:crypto';
import { type Dirent, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { RECORD_KINDS } from '../records/issues.ts';
import { IMPORT_FILE } from '../schema/records.ts';

/** Lists the entries of a folder, or of all below it; none where there is no such folder. */
export const entriesOf = async (folder: string, recursive = false): Promise<Dirent[]> =>
  (await fs.readdir(folder, { recursive, withFileTypes: true }).catch(nullIfMissing)) ?? [];

/** Names what lies below a folder as from there, with `/`. */
export const nameBelow = (folder: string, { parentPath, name }: Dirent): string =>
  path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/');

/** Lists the files below a folder, in the order of their names; also links, where they are asked for. */
export async function filesBelow(folder: string, links = false): Promise<string[]> {
  const entries = await entriesOf(folder, true);
  return entries
    .filter((entry) => entry.isFile() || (links && entry.isSymbolicLink()))
    .map((entry) => nameBelow(folder, entry))
    .sort();
}

/** Says whether a process runs on this machine; what ended ones left behind may be removed. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Gives the process that made a scratch folder with such a beginning of its name; null for other names. */
function makerOf(name: string, prefix: string): number | null {
  const pid = name.startsWith(prefix) ? /^(\d+)-[0-9a-f]{8}$/.exec(name.slice(prefix.length))?.[1] : undefined;
  return pid === undefined ? null : Number(pid);
}

export const isScratch = (name: string, prefix: string): boolean => makerOf(name, prefix) !== null;

/** Removes the scratch folders of processes that were killed before they were done. */
async function removeLeft(folder: string, prefix: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const maker = makerOf(name, prefix);
    if (maker !== null && !isRunning(maker)) await fs.rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Gives the folder that a path leads to, links followed, so that what is put there does not take the place of a link. */
export const realFolder = async (folder: string): Promise<string> =>
  (await fs.realpath(folder).catch(nullIfMissing)) ?? path.resolve(folder);

/**
 * Gives `work` a new folder in `folder`, to write in and to take files from when they are whole. It is gone when the work ends, fails or is
 * stopped by Ctrl-C; what was killed leaves it until the next one.
 */
export async function withScratch<T>(
  folder: string,
  prefix: string,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  await makeFolder(folder);
  await removeLeft(folder, prefix);
  const scratch = path.join(folder, `${prefix}${process.pid}-${randomUUID().slice(0, 8)}`);
  const stop = (signal: keyof typeof EXIT_CODES): void => {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 2 });
    process.exit(EXIT_CODES[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    await makeFolder(scratch);
    return await work(scratch);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

/** Gives `work` a new folder beside `place`, to be moved there when it is whole. */
export const withWriting = <T>(place: string, work: (scratch: string) => Promise<T>): Promise<T> =>
  withScratch(path.dirname(place), `.${path.basename(place)}.writing-`, work);

const IMPORTED_FILES: ReadonlySet<string> = new Set([
  'run.yaml',
  'published.csv',
  IMPORT_FILE,
  ...RECORD_KINDS.map((kind) => `${kind}.jsonl`),
]);

/** Files by which a run folder is known; an import that could not name its run writes the last one only. */
const RUN_FILES = ['run.yaml', 'published.csv', IMPORT_FILE];

/** Says why a run folder with these names must not be replaced, in a sentence; null when an import wrote all of it. */
function foreignIn(out: string, names: readonly string[]): string | null {
  if (!names.includes(IMPORT_FILE))
    return `${out} is a run folder that no import wrote (there is no ${IMPORT_FILE} in it); choose another --out`;
  const others = names.filter((name) => !IMPORTED_FILES.has(name));
  return others.length === 0
    ? null
    : `${out} holds what no import wrote: ${others.join(', ')}; put it elsewhere, or choose another --out`;
}

const isInside = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}${path.sep}`);

/**
 * Says why an import from `from` may not write the folder `out`, in a sentence; null when it may: nothing is there, or `replace` is said and an earlier import
 * wrote all of it. A mistyped --out therefore deletes nobody's files.
 */
export async function runPlaceRefusal(
  out: string,
  { from, replace }: { readonly from: string; readonly replace: boolean },
): Promise<string | null> {
  const stat = await fs.stat(out).catch(nullIfMissing);
  if (stat === null) {
    const link = await fs.lstat(out).catch(nullIfMissing);
    return link === null ? null : `${out} is a link that leads nowhere; choose another --out`;
  }
  const names = stat.isDirectory() ? (await fs.readdir(out)).sort() : [out];
  if (names.length === 0) return null;
  if (!RUN_FILES.some((name) => names.includes(name)))
    return `${out} exists and is no run folder; choose another --out`;
  if (!replace) return `${out} exists; say --replace to write it anew`;
  if (isInside(await fs.realpath(from), await fs.realpath(out)))
    return `${out} is what --in reads; choose another --out`;
  return foreignIn(out, names);
}

/** Has a file written beside its place and moves it there when it is whole: a full disk leaves what stood there before. */
export async function writeWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.${randomUUID().slice(0, 8)}.part`;
  await makeFolder(path.dirname(file));
  try {
    await write(partial);
    await fs.rename(partial, file);
  } finally {
    await fs.rm(partial, { force: true });
  }
}

/** Puts `next` in the place of `current`, which stays whole until the very last moment. */
export async function replaceFolder(next: string, current: string): Promise<void> {
  // The name is one that nobody else will have given to a folder of theirs.
  const old = `${current}.old-${randomUUID()}`;
  await fs.rename(current, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await fs.rename(next, current);
  await fs.rm(old, { recursive: true, force: true });
}

/** Moves a whole run folder to its place. Without `replace` that place must be free still: another process may have been faster. */
export async function placeRun(
  scratch: string,
  out: string,
  { replace }: { readonly replace: boolean },
): Promise<void> {
  const place = await realFolder(out);
  if (replace) return replaceFolder(scratch, place);
  // Removes an empty folder, and no other.
  await fs.rmdir(place).catch(nullIfMissing);
  await fs.rename(scratch, place);
}

export const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/**
 * Makes a folder and those above it, one after the other. Node's own recursive way never ends where a file system answers that the
 * folder above is not there although it is, as /proc does. Throws the errors of the file system.
 */
export async function makeFolder(folder: string): Promise<void> {
  const whole = path.resolve(folder);
  if ((await fs.stat(whole).catch(nullIfMissing)) !== null) {
    // If a file is in its way, the error names it.
    await fs.readdir(whole);
    return;
  }
  if (path.dirname(whole) !== whole) await makeFolder(path.dirname(whole));
  await fs.mkdir(whole).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Says why a command must not write into a folder, in a sentence; null when it may: the folder is not there yet, is empty, or `isOurs` says of
 * the names in it that this command made it. A mistyped `--out` therefore deletes nobody's files.
 */
export async function refusalOf(
  folder: string,
  command: string,
  isOurs: (names: readonly string[]) => boolean | Promise<boolean>,
): Promise<string | null> {
  const stat = await fs.stat(folder).catch(nullIfMissing);
  if (stat === null) return null;
  if (!stat.isDirectory()) return `${folder} is no folder`;
  const names = await fs.readdir(folder);
  if (names.length === 0 || (await isOurs(names))) return null;
  return `${folder} holds files that \`judgeboard ${command}\` did not make; choose an empty folder`;
}
