import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DescribedFile } from '../croissant.ts';
import { fileStream } from '../file-stream.ts';
import type { FileNote } from '../writer.ts';
import { type BlockEnd, blockEnd, databaseBlockEnd, gzipBlocks } from './gzip-blocks.ts';
import type { KeptResults } from './kept.ts';

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

/** Pieces are written together from so many bytes on: thousands of small ones cost more to wait for than to write. */
const WRITTEN_AT_ONCE = 2 ** 20;

/** A file that grows piece by piece, none of which may change afterwards. It must be closed. */
export class GrowingFile {
  private readonly handle: fs.FileHandle;
  private readonly hash = createHash('sha256');
  /** Pieces that are not written yet, and their bytes. */
  private waiting: Uint8Array[] = [];
  private held = 0;
  readonly file: string;
  bytes = 0;

  private constructor(file: string, handle: fs.FileHandle) {
    this.file = file;
    this.handle = handle;
  }

  static async create(file: string): Promise<GrowingFile> {
    return new GrowingFile(file, await fs.open(file, 'w'));
  }

  async add(...pieces: readonly Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      this.hash.update(piece);
      this.bytes += piece.byteLength;
      this.held += piece.byteLength;
      this.waiting.push(piece);
    }
    if (this.held >= WRITTEN_AT_ONCE) await this.flush();
  }

  private async flush(): Promise<void> {
    const [first, ...others] = this.waiting;
    if (first !== undefined) await this.handle.writeFile(others.length === 0 ? first : Buffer.concat(this.waiting));
    this.waiting = [];
    this.held = 0;
  }

  /** SHA-256 of all that was added, hex. */
  async close(): Promise<string> {
    await this.flush();
    await this.handle.close();
    return this.hash.digest('hex');
  }
}

/** How a file is stored: as it is, or gzipped (`.gz` is added to its name), a database by its own blocks. */
export type Storage = 'raw' | 'gzip' | 'gzipped database';

const BLOCKS: Readonly<Record<Exclude<Storage, 'raw'>, BlockEnd>> = {
  gzip: blockEnd,
  'gzipped database': databaseBlockEnd,
};

/** Puts large files into the part of a release that is being built, without holding them. */
export class PartFiles {
  readonly out: string;
  readonly files: DescribedFile[] = [];

  private readonly kept: KeptResults;

  /** `out` stands for `public/data`; `kept`: what earlier builds gzipped. */
  constructor(out: string, kept: KeptResults) {
    this.out = out;
    this.kept = kept;
  }

  /** Moves a file that has grown to `name`, in which `*` becomes the first 12 digits of its SHA-256. It is listed as it lies there. */
  async put(grown: GrowingFile, name: string, note: FileNote): Promise<DescribedFile> {
    const sha256 = await grown.close();
    const target = name.replace('*', sha256.slice(0, 12));
    await fs.mkdir(path.join(this.out, path.dirname(target)), { recursive: true });
    await fs.rename(grown.file, path.join(this.out, target));
    const listed: DescribedFile = { about: '', ...note, path: target, bytes: grown.bytes, sha256, stored: sha256 };
    this.files.push(listed);
    return listed;
  }

  /**
   * Stores a finished file under `name`, in which `*` becomes the first 12 digits of `hash`, or of the SHA-256 of its bytes.
   * The SHA-256 listed is always of the inflated bytes.
   */
  async take(
    file: string,
    name: string,
    { storage, note, hash }: { readonly storage: Storage; readonly note: FileNote; readonly hash?: string | undefined },
  ): Promise<DescribedFile> {
    const plain = meter();
    const written = meter();
    const blocks = storage === 'raw' ? null : BLOCKS[storage];
    const gzip = blocks === null ? [] : [gzipBlocks(this.kept, blocks)];
    const partial = path.join(this.out, `${path.basename(file)}.partial`);
    await fs.mkdir(this.out, { recursive: true });
    const { size } = await fs.stat(file);
    await pipeline([fileStream(file, size), plain.stream, ...gzip, written.stream, createWriteStream(partial)]);
    const inflated = plain.result();
    const stored = written.result();
    const target = `${name.replace('*', (hash ?? inflated.sha256).slice(0, 12))}${blocks === null ? '' : '.gz'}`;
    await fs.mkdir(path.join(this.out, path.dirname(target)), { recursive: true });
    await fs.rename(partial, path.join(this.out, target));
    const listed: DescribedFile = {
      about: '',
      ...note,
      path: target,
      bytes: stored.bytes,
      sha256: inflated.sha256,
      ...(blocks === null ? {} : { inflated: inflated.bytes }),
      stored: stored.sha256,
    };
    this.files.push(listed);
    return listed;
  }
}
