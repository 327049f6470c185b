import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Problem } from '../../schema/problem.ts';
import type { SourceFile } from '../../schema/release.ts';
import { withScratch } from '../folders.ts';
import type { Progress } from '../instances/progress.ts';
import { isArchive, withUnpacked } from './archive.ts';
import { downloadText, FetchError, type FilePlace, hashOfFile, storePinned } from './obtain.ts';
import { type Extent, filesOf, markFetched, type PinnedSource } from './source.ts';

const AT_ONCE = 8;
const ATTEMPTS = 3;

/** How one file is brought to its place; throws `FetchError` for what is no fault of this machine. */
type Obtain = (file: SourceFile, place: FilePlace, stop: AbortSignal) => Promise<void>;

export interface FetchedTexts {
  readonly files: number;
  /** Files that were there already. */
  readonly kept: number;
  readonly problems: readonly Problem[];
}

const isAddress = (from: string): boolean => /^https?:\/\//.test(from);

/** Finds files of a folder by the ends of their paths: an archive may have folders of its own above those of the repository. */
async function finder(folder: string): Promise<(wanted: string) => string | undefined> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((e) => e.isFile())
    .map((e) => path.relative(folder, path.join(e.parentPath, e.name)).split(path.sep).join('/'));
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
      if (!(error instanceof FetchError) || !error.passing || attempt === ATTEMPTS) throw error;
      await sleep(200 * 4 ** (attempt - 1));
    }
  }
}

const problemOf = (file: SourceFile, { message, found, expected, hint }: FetchError): Problem => ({
  file: file.path,
  message,
  found,
  expected,
  hint,
});

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
    if ((await hashOfFile(target)) === file.sha256) kept++;
    else {
      try {
        await again(() => obtain(file, { target, scratch }, stop.signal));
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!(error instanceof FetchError)) {
          stop.abort();
          throw error;
        }
        if (error.fatal) stop.abort();
        problems.push(problemOf(file, error));
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
