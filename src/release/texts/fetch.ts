import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { archiveKind, readArchive } from '../../records/archive.ts';
import { LIMITS, type Limits, UnreadableError } from '../../records/bytes.ts';
import { formatProblem, type Problem } from '../../schema/problem.ts';
import type { SourceFile } from '../../schema/release.ts';
import { filesBelow, withScratch } from '../folders.ts';
import { fileSource } from '../input-run.ts';
import type { Progress } from '../progress.ts';
import { downloadText, FetchError, type FilePlace, isPinned, storePinned } from './obtain.ts';
import { type Extent, filesOf, markFetched, type PinnedSource } from './source.ts';

/** An archive that cannot be read to its end, in a sentence. */
export class ArchiveError extends Error {}

/** Codes of errors where a file stands in the place of a folder, or the other way round. */
const BOTH: ReadonlySet<string> = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

const MOST_FILES = 200_000;

/** Says whether a file is, by its name, an archive that can be unpacked. */
const isArchive = (file: string): boolean => /\.(?:zip|eval|tar\.gz|tgz|tar)$/i.test(file);

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

/** Gives `work` the folder itself, or a folder with the files of an archive, which is removed afterwards, and what of it was left out. */
export async function withUnpacked<T>(
  given: string,
  work: (folder: string, left: readonly Problem[]) => Promise<T>,
): Promise<T> {
  if (!isArchive(given) || !(await fs.stat(given)).isFile()) return work(given, []);
  return withScratch(os.tmpdir(), 'judgeboard-archive-', async (folder) =>
    work(folder, await unpackArchive(given, (name) => path.join(folder, name))),
  );
}

const AT_ONCE = 8;
const ATTEMPTS = 3;

/** How one file is brought to its place; throws `FetchError` for what is no fault of this machine. */
type Obtain = (file: SourceFile, place: FilePlace, stop: AbortSignal) => Promise<void>;

export interface FetchedTexts {
  readonly files: number;
  readonly kept: number;
  readonly problems: readonly Problem[];
}

const isAddress = (from: string): boolean => /^https?:\/\//.test(from);

/** Finds files of a folder by the ends of their paths: an archive may have folders of its own above those of the repository. */
async function finder(folder: string): Promise<(wanted: string) => string | undefined> {
  const names = await filesBelow(folder);
  const known = new Set(names);
  const above = [
    ...new Set(
      names.flatMap((name) =>
        name
          .split('/')
          .slice(0, -1)
          .map((_, i, all) => all.slice(0, i + 1).join('/')),
      ),
    ),
  ];
  return (wanted) => {
    const found = ['', ...above].find((prefix) => known.has(prefix === '' ? wanted : `${prefix}/${wanted}`));
    return found === undefined ? undefined : path.join(folder, found, wanted);
  };
}

async function fromFolder(folder: string, from: string): Promise<Obtain> {
  const find = await finder(folder);
  return async (file, place) => {
    const at = find(file.path);
    if (at === undefined) {
      const hint = 'give the repository itself, or an archive of it';
      throw new FetchError(`it is not in ${from}`, { expected: file.path, hint });
    }
    await storePinned(() => createReadStream(at, { highWaterMark: 2 ** 20 }), file, place);
  };
}

async function again(obtain: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await obtain();
    } catch (error) {
      if (!(error instanceof FetchError) || error.more.passing !== true || attempt === ATTEMPTS) throw error;
      await sleep(200 * 4 ** (attempt - 1));
    }
  }
}

/** Brings all files; another process may do the same at the same time, since each writes in a folder of its own before a file is whole. */
const fetchAll = (pinned: PinnedSource, obtain: Obtain, options: TextFetchOptions): Promise<FetchedTexts> =>
  withScratch(pinned.folder, '.fetching-', (scratch) => fetchInto(pinned, obtain, { ...options, scratch }));

async function fetchInto(
  pinned: PinnedSource,
  obtain: Obtain,
  { scratch, progress, extent = 'all', until }: TextFetchOptions & { readonly scratch: string },
): Promise<FetchedTexts> {
  const files = filesOf(pinned, extent);
  const stop = new AbortController();
  until?.addEventListener('abort', () => stop.abort(), { once: true });
  const limit = pLimit(AT_ONCE);
  const problems: Problem[] = [];
  let [done, kept] = [0, 0];
  const one = async (file: SourceFile): Promise<void> => {
    if (stop.signal.aborted) return;
    const target = path.join(pinned.folder, file.path);
    if (isPinned(target, file)) kept++;
    else {
      try {
        await again(() => obtain(file, { target, scratch }, stop.signal));
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!(error instanceof FetchError)) {
          stop.abort();
          throw error;
        }
        if (error.more.fatal === true) stop.abort();
        const { found, expected, hint } = error.more;
        problems.push({ file: file.path, message: error.message, found, expected, hint });
        return;
      }
    }
    done++;
    progress.count(done, 'files', files.length);
  };
  const ends = await Promise.allSettled(files.map((file) => limit(one, file)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (done === files.length) await markFetched(pinned, extent);
  return { files: done, kept, problems };
}

export interface TextFetchOptions {
  readonly progress: Progress;
  /** `all` unless it is said. */
  readonly extent?: Extent;
  /** Ends the fetch before all is there; what came until then stays. */
  readonly until?: AbortSignal;
}

/**
 * Brings the pinned files to their folder, several at a time, and checks each; those that are there and right are kept. `from` is a
 * folder, an archive or an address other than the one in source.yaml; null for that one. Problems are those of single files; what was
 * there before stays. Throws errors of this machine, and `ArchiveError`.
 */
export async function fetchTexts(
  pinned: PinnedSource,
  from: string | null,
  options: TextFetchOptions,
): Promise<FetchedTexts> {
  if (from !== null && !isAddress(from)) {
    if (isArchive(from)) options.progress.step(`Unpacking ${from}`);
    return withUnpacked(from, async (folder) => fetchAll(pinned, await fromFolder(folder, from), options));
  }
  const base = from === null ? pinned.source.base : from.replace(/\/*$/, '/');
  return fetchAll(pinned, (file, place, stop) => downloadText(file, stop, { base, place }), options);
}
