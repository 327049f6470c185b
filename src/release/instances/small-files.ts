import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FileReader } from '../file-reader.ts';
import { shareFile } from '../share-file.ts';
import { sha256 } from '../writer.ts';
import type { KeptResults } from './kept.ts';

/** What is known of the small files of the last part. */
interface SmallFilesBefore {
  /** Name of the part's folder. */
  readonly part: string;
  /** SHA-256 (hex) of each file by its path below `public/data`; '' where it was found that there is none. */
  readonly sums: readonly (readonly [name: string, sum: string])[];
}

/** The key under which they are kept. */
const LAST = 'last part';

const filesOf = (cache: string, part: string): string => path.join(cache, part, 'files');

/**
 * The thousands of small files of a part that is being built, under names that stand for what is in them. One that the last part by the same code has, too, is not
 * made again: it gets a second name, once its bytes are found to be those that were written. So nothing may ever be written into a file of a part.
 */
export class SmallFiles {
  private readonly out: string;
  private readonly last: { readonly folder: string; readonly sums: ReadonlyMap<string, string> } | null;
  private readonly sums = new Map<string, string>();
  private readonly folders = new Set<string>();
  private readonly reader = new FileReader();

  /** `out` stands for `public/data`; `cache` is the folder of all parts. */
  constructor(out: string, { kept, cache }: { readonly kept: KeptResults; readonly cache: string }) {
    this.out = out;
    const bytes = kept.find('files', LAST);
    // Written by this very code: the folder of kept results is named by its hash.
    const before = bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as SmallFilesBefore);
    this.last = before === null ? null : { folder: filesOf(cache, before.part), sums: new Map(before.sums) };
  }

  pathOf(name: string): string {
    return path.join(this.out, name);
  }

  /** Writes a file, unless the last part has it. There are thousands: a promise for each costs more than writing it. */
  write(name: string, bytes: Uint8Array | string): void {
    if (!this.again(name)) this.store(name, bytes);
  }

  private store(name: string, bytes: Uint8Array | string): void {
    if (bytes.length > 0) writeFileSync(this.placeOf(name), bytes);
    this.sums.set(name, bytes.length > 0 ? sha256(bytes) : '');
  }

  /** Takes a file from the last part, once; false where that had none of this name, or has it no more as it was written. */
  again(name: string): boolean {
    if (this.sums.has(name)) return true;
    const sum = this.last?.sums.get(name);
    if (this.last === null || sum === undefined) return false;
    if (sum !== '' && !this.share(path.join(this.last.folder, name), { name, sum })) return false;
    this.sums.set(name, sum);
    return true;
  }

  /** Takes a file from the last part, or writes what `make` gives; that there is none is remembered, too. Says whether there is a file. */
  async put(name: string, make: () => Promise<Uint8Array>): Promise<boolean> {
    if (!this.again(name)) this.store(name, await make());
    return this.sums.get(name) !== '';
  }

  private share(from: string, { name, sum }: { readonly name: string; readonly sum: string }): boolean {
    try {
      if (sha256(this.reader.read(from)) !== sum) return false;
      shareFile(from, this.placeOf(name));
      return true;
    } catch {
      // It is gone, cannot be read, or there is no room for a copy. What is made in its place says what is wrong, if something is.
      return false;
    }
  }

  /** Gives the path of a file, whose folder is there. */
  private placeOf(name: string): string {
    const file = this.pathOf(name);
    const folder = path.dirname(file);
    if (!this.folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.folders.add(folder);
    return file;
  }

  /** Keeps what is known of the files, which lie in the folder of a finished part of this name. */
  async keep(kept: KeptResults, part: string): Promise<void> {
    const before: SmallFilesBefore = { part, sums: [...this.sums] };
    await kept.keep('files', LAST, Buffer.from(JSON.stringify(before)));
  }
}
