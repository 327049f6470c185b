import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { indexPath, PAGE_DIGITS, PAGE_SIZE } from '../../schema/release-paths.ts';
import type { IndexPage, PageIndex } from '../../schema/shard.ts';
import { sha256 } from '../writer.ts';

const deflate = promisify(gzip);

/** Files compressed at a time. */
const AT_ONCE = 8;

/** Steps from one number of parts to its double. */
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
  /** Stands for `public/data`. */
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
