import { createHash } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Source, UnreadableError } from '../records/source.ts';
import { fileStream, READ_AT_ONCE } from './file-stream.ts';

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
export function unreadableFile(name: string, error: unknown): UnreadableError | null {
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

const below = (root: string, { parentPath, name }: Dirent): string =>
  path.relative(root, path.join(parentPath, name)).split(path.sep).join('/');

/**
 * Lists every file under a folder as a source named relative to it, with `/`, in the order of names; a file stands for itself. Links to
 * files are followed, links to folders are not: see `linkedFolders`.
 */
export async function sourcesUnder(root: string): Promise<Source[]> {
  if ((await fs.stat(root)).isFile()) return [await fileSource(root, path.basename(root))];
  const entries = await fs.readdir(root, { recursive: true, withFileTypes: true });
  const linked = new Set(await linkedFolders(root));
  const names = entries.filter((e) => e.isFile() || e.isSymbolicLink()).map((e) => below(root, e));
  const sources = await Promise.all(
    names.filter((name) => !linked.has(name)).map((name) => fileSource(path.join(root, name), name)),
  );
  return sources.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lists the links to folders under a folder, which nobody reads: they may lead anywhere, and in circles. */
export async function linkedFolders(root: string): Promise<string[]> {
  if ((await fs.stat(root)).isFile()) return [];
  const entries = await fs.readdir(root, { recursive: true, withFileTypes: true });
  const links = entries.filter((e) => e.isSymbolicLink()).map((e) => below(root, e));
  const kinds = await Promise.all(links.map((name) => fs.stat(path.join(root, name)).catch(() => null)));
  return links.filter((_, i) => kinds[i]?.isDirectory() === true);
}

/** Computes the SHA-256 of a file's bytes as they lie there, hex. */
export async function hashOfSource({ stream }: Source): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream()) hash.update(chunk);
  return hash.digest('hex');
}
