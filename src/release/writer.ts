import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { ReleaseFile } from '../schema/release.ts';
import type { DescribedFile } from './croissant.ts';
import { fileStream, READ_AT_ONCE } from './input-run.ts';

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Hashes a file's bytes, a megabyte at a time: a stream of its own costs most files, which are pictures, ten times what their bytes do. */
export function hashOfFile(file: string): string {
  const hash = createHash('sha256');
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(fstatSync(handle).size, READ_AT_ONCE)));
    const next = (): number => readSync(handle, buffer, 0, buffer.byteLength, null);
    for (let read = next(); read > 0; read = next()) hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

export type FileNote = Pick<ReleaseFile, 'type' | 'title'> & Partial<Pick<ReleaseFile, 'about' | 'rows'>>;

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
export const GZIP_LEVEL = 6;

/** Says where a file is stored: `*` in a name becomes the first 12 digits of its hash, and it is immutable then. */
const hashedName = (name: string, hash: string): string => name.replace('*', hash.slice(0, 12));

/** The files of a release, or of a part of one, that is written into a folder of its own, `out`, which stands for `public/data`. */
export class ReleaseFiles {
  readonly out: string;
  /** Those that the release lists, as they lie there. */
  readonly described: DescribedFile[] = [];
  private readonly names = new Set<string>();
  private readonly folders = new Set<string>();

  constructor(out: string) {
    this.out = out;
  }

  get listed(): ReleaseFile[] {
    return this.described.map(({ stored: _, ...file }) => file);
  }

  /** Gives the place of a file, whose folder is there then. */
  pathOf(name: string): string {
    const file = path.join(this.out, name);
    const folder = path.dirname(file);
    if (!this.folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.folders.add(folder);
    return file;
  }

  /** Writes a file that is not listed, each name once. There are thousands: a promise for each costs more than writing it. */
  write(name: string, bytes: Uint8Array | string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    writeFileSync(this.pathOf(name), bytes);
  }

  /** Writes and lists a file; gives its path. */
  list(name: string, bytes: Uint8Array | string, note: FileNote): string {
    const hash = sha256(bytes);
    const target = hashedName(name, hash);
    this.write(target, bytes);
    const size = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
    this.described.push({ about: '', ...note, path: target, bytes: size, sha256: hash, stored: hash });
    return target;
  }

  /** The same for a file that pages inflate: its hash is that of the inflated bytes. */
  listGzipped(name: string, bytes: Uint8Array, note: FileNote): string {
    const [hash, packed] = [sha256(bytes), gzipSync(bytes, { level: GZIP_LEVEL })];
    const target = `${hashedName(name, hash)}.gz`;
    this.write(target, packed);
    const known = { bytes: packed.byteLength, sha256: hash, inflated: bytes.byteLength };
    this.described.push({ about: '', ...note, path: target, ...known, stored: sha256(packed) });
    return target;
  }

  /** Stores and lists a finished file, without holding it. `hash`: for its name, instead of that which is listed. */
  async take(
    file: string,
    name: string,
    { storage, note, hash }: { readonly storage: Storage; readonly note: FileNote; readonly hash?: string | undefined },
  ): Promise<DescribedFile> {
    const plain = meter();
    const written = meter();
    const isGzipped = storage !== 'raw';
    const packing = isGzipped ? [createGzip({ level: GZIP_LEVEL })] : [];
    const partial = this.pathOf(`${path.basename(file)}.partial`);
    const { size } = await fs.stat(file);
    await pipeline([fileStream(file, size), plain.stream, ...packing, written.stream, createWriteStream(partial)]);
    const [inflated, stored] = [plain.result(), written.result()];
    const known =
      storage === 'gzip' ? { sha256: inflated.sha256, inflated: inflated.bytes } : { sha256: stored.sha256 };
    const target = `${hashedName(name, hash ?? known.sha256)}${isGzipped ? '.gz' : ''}`;
    await fs.rename(partial, this.pathOf(target));
    const listed = { about: '', ...note, path: target, bytes: stored.bytes, ...known, stored: stored.sha256 };
    this.described.push(listed);
    return listed;
  }
}
