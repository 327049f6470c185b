import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { ReleaseFile } from '../schema/release.ts';
import { indexPath, PAGE_DIGITS, PAGE_SIZE } from '../schema/release-paths.ts';
import type { IndexPage, PageIndex } from '../schema/shard.ts';
import type { DescribedFile } from './croissant.ts';
import { fileStream } from './input-run.ts';

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type FileNote = Pick<ReleaseFile, 'type' | 'title'> & Partial<Pick<ReleaseFile, 'about' | 'rows'>>;

/** Writes the files of one release into a folder of its own and keeps the manifest's list. */
export class ReleaseWriter {
  readonly folder: string;
  readonly files: ReleaseFile[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes under exactly this name, which is for the few names that are a public contract. */
  async write(name: string, bytes: string | Uint8Array, note: FileNote): Promise<string> {
    const target = path.join(this.folder, name);
    await fs.mkdir(path.dirname(target), { recursive: true });
    await fs.writeFile(target, bytes);
    const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
    this.files.push({ about: '', ...note, path: name, bytes: size, sha256: sha256(bytes) });
    return name;
  }

  /** Writes under a name that carries the content's hash, `boards/x.json` → `boards/x.0123456789ab.json`: immutable. */
  async writeHashed(name: string, bytes: string | Uint8Array, note: FileNote): Promise<string> {
    const at = name.indexOf('.', name.lastIndexOf('/') + 1);
    return this.write(`${name.slice(0, at)}.${sha256(bytes).slice(0, 12)}${name.slice(at)}`, bytes, note);
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

/** Passes bytes on while it hashes and counts them. */
function meter(): { readonly stream: Transform; result(): { readonly sha256: string; readonly bytes: number } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ sha256: hash.digest('hex'), bytes }) };
}

/** How a file is stored: as it is, or gzipped (`.gz` is added to its name); a download is known by the bytes that people get, and reading it back inflates nothing. */
type Storage = 'raw' | 'gzip' | 'gzipped download';

/** The highest level makes large files 2 % smaller and takes twice the time, a fifth of a build of large tables. */
const LEVEL = 6;

/** Puts large files into the part of a release that is being built, without holding them. */
export class PartFiles {
  readonly out: string;
  readonly files: DescribedFile[] = [];

  /** `out` stands for `public/data`. */
  constructor(out: string) {
    this.out = out;
  }

  /**
   * Stores a finished file under `name`, in which `*` becomes the first 12 digits of `hash`, or of the SHA-256 that is listed: of the inflated
   * bytes, of a download as it lies.
   */
  async take(
    file: string,
    name: string,
    { storage, note, hash }: { readonly storage: Storage; readonly note: FileNote; readonly hash?: string | undefined },
  ): Promise<DescribedFile> {
    const plain = meter();
    const written = meter();
    const isGzipped = storage !== 'raw';
    const gzip = isGzipped ? [createGzip({ level: LEVEL })] : [];
    const partial = path.join(this.out, `${path.basename(file)}.partial`);
    await fs.mkdir(this.out, { recursive: true });
    const { size } = await fs.stat(file);
    await pipeline([fileStream(file, size), plain.stream, ...gzip, written.stream, createWriteStream(partial)]);
    const inflated = plain.result();
    const stored = written.result();
    const known =
      storage === 'gzip' ? { sha256: inflated.sha256, inflated: inflated.bytes } : { sha256: stored.sha256 };
    const target = `${name.replace('*', (hash ?? known.sha256).slice(0, 12))}${isGzipped ? '.gz' : ''}`;
    await fs.mkdir(path.join(this.out, path.dirname(target)), { recursive: true });
    await fs.rename(partial, path.join(this.out, target));
    const listed: DescribedFile = {
      about: '',
      ...note,
      path: target,
      bytes: stored.bytes,
      ...known,
      stored: stored.sha256,
    };
    this.files.push(listed);
    return listed;
  }
}

const deflate = promisify(gzip);

const AT_ONCE = 8;

const STEPS = 16;

/**
 * Says how many parts of at most `part` on average make up `total`. The number grows in steps of 4 %: parts are then about as large
 * whatever the total, and a little more data does not put everything into other parts.
 */
export function partCount(total: number, part: number): number {
  const doublings = Math.ceil(STEPS * Math.log2(Math.max(part, total) / part)) / STEPS;
  return Math.ceil(2 ** doublings);
}

/** A numbered set of gzipped JSON files under names that carry their hash, with pages that list the hashes. */
export class HashedPages {
  private readonly files: SmallFiles;
  private readonly name: (part: number, hash: string) => string;
  private readonly hashes = new Map<number, string>();
  private readonly working = new Set<Promise<void>>();

  /** `name` gives a file's path below `public/data`. */
  constructor(files: SmallFiles, name: (part: number, hash: string) => string) {
    this.files = files;
    this.name = name;
  }

  /** Writes one part, each only once; resolves when there is room for more. */
  async add(part: number, json: string): Promise<void> {
    const work = this.write(part, json).finally(() => this.working.delete(work));
    // A failure reaches whoever waits next.
    work.catch(() => undefined);
    this.working.add(work);
    if (this.working.size >= AT_ONCE) await Promise.race(this.working);
  }

  private async write(part: number, json: string): Promise<void> {
    const hash = sha256(json).slice(0, 12);
    this.hashes.set(part, hash);
    this.files.write(this.name(part, hash), await deflate(json));
  }

  /** Writes the index pages of `count` parts into the folder of the parts. A changed part changes its page and no other. */
  async index(count: number): Promise<PageIndex> {
    await Promise.all(this.working);
    const folder = path.posix.dirname(this.name(0, ''));
    let index: PageIndex = { path: `${folder}/index-*.json`, hashes: '' };
    for (let first = 0; first < count; first += PAGE_SIZE) {
      const length = Math.min(PAGE_SIZE, count - first);
      const page: IndexPage = Array.from({ length }, (_, i) => this.hashes.get(first + i) ?? null);
      const json = JSON.stringify(page);
      index = { ...index, hashes: index.hashes + sha256(json).slice(0, PAGE_DIGITS) };
      this.files.write(indexPath(index, first / PAGE_SIZE), json);
    }
    return index;
  }
}

/** The thousands of small files of a part that is being built, under names that stand for what is in them. */
export class SmallFiles {
  readonly out: string;
  private readonly names = new Set<string>();
  private readonly folders = new Set<string>();

  constructor(out: string) {
    this.out = out;
  }

  pathOf(name: string): string {
    return path.join(this.out, name);
  }

  /** Writes a file, each name once. There are thousands: a promise for each costs more than writing it. */
  write(name: string, bytes: Uint8Array | string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    const file = this.pathOf(name);
    const folder = path.dirname(file);
    if (!this.folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.folders.add(folder);
    writeFileSync(file, bytes);
  }
}
