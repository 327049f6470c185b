import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DescribedFile } from '../croissant.ts';
import { fileStream } from '../file-stream.ts';
import type { FileNote } from '../writer.ts';

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
