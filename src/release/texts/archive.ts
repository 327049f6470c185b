import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { archiveKind, readArchive } from '../../records/archive.ts';
import { LIMITS, type Limits, UnreadableError } from '../../records/source.ts';
import { formatProblem, type Problem } from '../../schema/problem.ts';
import { isRunning } from '../folders.ts';
import { fileSource } from '../input-files.ts';

/** An archive that cannot be read to its end, in a sentence. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

/** Codes of errors where a file stands in the place of a folder, or the other way round. */
const BOTH: ReadonlySet<string> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

/** The most files that are unpacked; of bytes what is accepted of any file. */
const MOST_FILES = 200_000;

/** Says whether a file is, by its name, an archive that can be unpacked. */
export const isArchive = (file: string): boolean => /\.(?:zip|tar\.gz|tgz|tar)$/i.test(file);

/** Says why texts cannot be read from a place of this machine; null where they may. */
export async function placeComplaint(given: string): Promise<string | null> {
  const stat = await fs.stat(given).catch(() => null);
  if (stat === null) return `there is no ${given}`;
  return stat.isDirectory() || isArchive(given)
    ? null
    : `${given} is neither a folder nor an archive (.zip, .tar.gz, .tgz, .tar)`;
}

/**
 * Streams the files of an archive (zip or tar, gzipped or not) to where `target` says; null leaves one out. Gives what else was left out,
 * as problems. Throws `ArchiveError` for an archive that is broken, cut off or too large.
 */
export async function unpackArchive(
  archive: string,
  target: (name: string) => string | null,
  limits: Limits = LIMITS,
): Promise<readonly Problem[]> {
  const source = await fileSource(archive, path.basename(archive));
  const take = async (name: string): Promise<WritableStream<Uint8Array> | null> => {
    const file = target(name);
    if (file === null) return null;
    await fs.mkdir(path.dirname(file), { recursive: true });
    return Writable.toWeb(createWriteStream(file)) as WritableStream<Uint8Array>;
  };
  try {
    // A tar archive without files has no head to be known by.
    const kind = (await archiveKind(source)) ?? 'tar';
    return await readArchive(source, { kind, take, limits: { ...limits, files: MOST_FILES } });
  } catch (error) {
    const { code = '', path: at } = error as NodeJS.ErrnoException;
    if (BOTH.has(code)) throw new ArchiveError(`${archive} has a file and a folder of one name (${at}).`);
    if (!(error instanceof UnreadableError)) throw error;
    throw new ArchiveError(`${formatProblem({ ...error.problem, file: archive })}.`);
  }
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
