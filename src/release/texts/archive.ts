import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { inflatesTooFar } from '../../records/bytes.ts';
import { LIMITS, type Limits } from '../../records/source.ts';
import type { Problem } from '../../schema/problem.ts';
import { isRunning } from '../running.ts';

/** An archive that cannot be read to its end, in a sentence. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

/** Thrown within an archive of which no more is unpacked; says how much there was. */
class TooMuch extends Error {}

const BLOCK = 512;
/** Codes of errors where a file stands in the place of a folder, or the other way round. */
const BOTH: ReadonlySet<string> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

/** Says whether a file is, by its name, an archive that can be unpacked. */
export const isArchive = (file: string): boolean => /\.(?:tar\.gz|tgz|tar)$/i.test(file);

/** Says why texts cannot be read from a place of this machine; null where they may. */
export async function placeComplaint(given: string): Promise<string | null> {
  const stat = await fs.stat(given).catch(() => null);
  if (stat === null) return `there is no ${given}`;
  return stat.isDirectory() || isArchive(given)
    ? null
    : `${given} is neither a folder nor an archive (.tar.gz, .tgz, .tar)`;
}

/** Says whether a name stays below a folder: no absolute path, no `..`. */
const staysInside = (name: string): boolean => !path.isAbsolute(name) && !name.split(/[\\/]/).includes('..');

/** What an archive may hold beside files; folders are no loss. */
const OTHERS: Readonly<Record<string, string>> = {
  link: 'a link to another file of the archive',
  symlink: 'a link to another file',
  'character-device': 'a device',
  'block-device': 'a device',
  fifo: 'a pipe',
};

/** Says why an entry of an archive cannot be taken, and how to mend it; null for a file that can. */
function complaintOf(
  { name, type }: Header,
  taken: ReadonlySet<string>,
): { readonly message: string; readonly hint: string } | null {
  if (!staysInside(name))
    return { message: 'a name that leads out of the archive', hint: 'pack the folder again, from within' };
  if (type !== 'file' && type !== 'contiguous-file')
    return { message: OTHERS[type ?? ''] ?? 'no plain file', hint: 'pack the file itself' };
  if (!taken.has(path.normalize(name))) return null;
  const hint = 'pack the folder again, or unpack it and look which is right';
  return { message: 'a second file of this name, and the first was read', hint };
}

/** What is unpacked of an archive at most: of bytes what is accepted of any file, and so many files. */
const MOST_FILES = 200_000;

/** Lets an archive pass, and fails where it inflates to too much, and at its end where the empty block that ends each is missing. */
function checked(packed: number, limits: Limits): Transform {
  let tail = Buffer.alloc(0);
  let total = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      tail = Buffer.concat([tail, chunk.subarray(-BLOCK)]).subarray(-BLOCK);
      total += chunk.byteLength;
      const isTooMuch = inflatesTooFar(total, packed, limits);
      done(isTooMuch ? new TooMuch(`more than ${total - 1} bytes from ${packed}`) : null, chunk);
    },
    flush: (done) => done(tail.every((byte) => byte === 0) ? null : new Error('its end is missing')),
  });
}

/**
 * Streams the files of an archive (tar, gzipped or not) to where `target` says; null leaves one out. Gives what else was left out, as problems: links, names that
 * lead out of the archive, second files of a name. Throws `ArchiveError` for an archive that is broken or cut off.
 */
export async function unpackArchive(
  archive: string,
  target: (name: string) => string | null,
  limits: Limits = LIMITS,
): Promise<Problem[]> {
  const tar = extract();
  const left: Problem[] = [];
  const taken = new Set<string>();
  const stop = new AbortController();
  let met = 0;
  const reading = pipeline([
    createReadStream(archive, { highWaterMark: 2 ** 20 }),
    ...(/\.tar$/i.test(archive) ? [] : [createGunzip()]),
    checked((await fs.stat(archive)).size, limits),
    tar,
  ]);
  const writing = async (): Promise<void> => {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (++met > MOST_FILES) throw new TooMuch(`more than ${MOST_FILES} files`);
      const complaint = type === 'directory' ? null : complaintOf(entry.header, taken);
      if (complaint !== null) left.push({ file: name, ...complaint, message: `${complaint.message}; it was left out` });
      const file = type === 'directory' || complaint !== null ? null : target(name);
      if (file === null) {
        entry.resume();
        continue;
      }
      await fs.mkdir(path.dirname(file), { recursive: true });
      await pipeline(entry, createWriteStream(file), { signal: stop.signal });
      taken.add(path.normalize(name));
    }
  };
  try {
    // An entry of an archive that is cut off never ends, so neither is waited for once the other has failed.
    await Promise.all([reading, writing()]);
  } catch (error) {
    stop.abort();
    tar.destroy();
    const { code = '', message, path: at } = error as NodeJS.ErrnoException;
    if (BOTH.has(code)) throw new ArchiveError(`${archive} has a file and a folder of one name (${at}).`);
    if (/^E[A-Z]+$/.test(code)) throw error;
    if (error instanceof TooMuch)
      throw new ArchiveError(
        `${archive} unpacks to more than is accepted (${message}; ${limits.ratio} times the packed size at most). Unpack it yourself and look inside.`,
      );
    throw new ArchiveError(`${archive} is no archive that can be read to its end (${message}).`);
  }
  return left;
}

/** Folders of unpacked archives are named after the process that uses them. */
const UNPACKED = 'judgeboard-archive-';

/** Removes what processes left that were killed while they used an archive, which is hundreds of megabytes. */
async function removeLeftovers(): Promise<void> {
  for (const name of await fs.readdir(os.tmpdir())) {
    const pid = new RegExp(`^${UNPACKED}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await fs.rm(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
}

/** Gives `work` the folder itself, or a folder with the files of an archive, which is removed afterwards, and what of it was left out. */
export async function withUnpacked<T>(
  given: string,
  work: (folder: string, left: readonly Problem[]) => Promise<T>,
): Promise<T> {
  if (!isArchive(given) || !(await fs.stat(given)).isFile()) return work(given, []);
  await removeLeftovers();
  const folder = path.join(os.tmpdir(), `${UNPACKED}${process.pid}-${randomUUID()}`);
  try {
    await fs.mkdir(folder);
    const left = await unpackArchive(given, (name) => path.join(folder, name));
    return await work(folder, left);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
