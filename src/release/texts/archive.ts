import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { isRunning } from '../running.ts';

/** An archive that cannot be read to its end, in a sentence. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

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

/**
 * Streams the files of an archive (tar, gzipped or not) to where `target` says; null leaves one out. Links and names that lead out
 * of the archive are left out. Gives the number of files written. Throws `ArchiveError` for an archive that is broken or cut off.
 */
export async function unpackArchive(archive: string, target: (name: string) => string | null): Promise<number> {
  const tar = extract();
  const stop = new AbortController();
  const reading = pipeline([
    createReadStream(archive, { highWaterMark: 2 ** 20 }),
    ...(/\.tar$/i.test(archive) ? [] : [createGunzip()]),
    tar,
  ]);
  let written = 0;
  const writing = async (): Promise<void> => {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      const file = type === 'file' && staysInside(name) ? target(name) : null;
      if (file === null) {
        entry.resume();
        continue;
      }
      await fs.mkdir(path.dirname(file), { recursive: true });
      await pipeline(entry, createWriteStream(file), { signal: stop.signal });
      written++;
    }
  };
  try {
    // An entry of an archive that is cut off never ends, so neither is waited for once the other has failed.
    await Promise.all([reading, writing()]);
  } catch (error) {
    stop.abort();
    tar.destroy();
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (/^E[A-Z]+$/.test(code)) throw error;
    throw new ArchiveError(`${archive} is no archive that can be read to its end (${message}).`);
  }
  return written;
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

/** Gives `work` the folder itself, or a folder with the files of an archive, which is removed afterwards. */
export async function withUnpacked<T>(given: string, work: (folder: string) => Promise<T>): Promise<T> {
  if (!isArchive(given) || !(await fs.stat(given)).isFile()) return work(given);
  await removeLeftovers();
  const folder = path.join(os.tmpdir(), `${UNPACKED}${process.pid}-${randomUUID()}`);
  try {
    await unpackArchive(given, (name) => path.join(folder, name));
    return await work(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
