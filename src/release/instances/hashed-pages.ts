import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type IndexPage, PAGE_SIZE } from '../../schema/shard.ts';
import { sha256 } from '../writer.ts';

const deflate = promisify(gzip);

/** Files being compressed at a time. */
const AT_ONCE = 8;

/** Smallest power of two of parts no larger than `part`, all being `total` together. */
export function partsOf(total: number, part: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, total) / part)));
}

/** A numbered set of gzipped JSON files under names that carry their hash, with pages that list the hashes. */
export class HashedPages {
  private readonly out: string;
  private readonly name: (part: number, hash: string) => string;
  private readonly hashes = new Map<number, string>();
  private readonly working = new Set<Promise<void>>();
  /** Of the files as stored. */
  bytes = 0;

  /** `out` stands for `public/data`; `name` gives a file's path below it. */
  constructor(out: string, name: (part: number, hash: string) => string) {
    this.out = out;
    this.name = name;
  }

  /** Writes one part; resolves when there is room for more. Each part once. */
  async add(part: number, json: string): Promise<void> {
    const hash = sha256(json).slice(0, 12);
    this.hashes.set(part, hash);
    const work = this.write(this.name(part, hash), json).finally(() => this.working.delete(work));
    // Whoever waits next hears of a failure.
    work.catch(() => undefined);
    this.working.add(work);
    if (this.working.size >= AT_ONCE) await Promise.race(this.working);
  }

  private async write(name: string, json: string): Promise<void> {
    const file = path.join(this.out, name);
    const bytes = await deflate(json);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, bytes);
    this.bytes += bytes.byteLength;
  }

  /** Writes the index pages of `count` parts into the folder of the parts and gives their paths. */
  async index(count: number): Promise<string[]> {
    await Promise.all(this.working);
    const names: string[] = [];
    for (let first = 0; first < count; first += PAGE_SIZE) {
      const length = Math.min(PAGE_SIZE, count - first);
      const page: IndexPage = Array.from({ length }, (_, i) => this.hashes.get(first + i) ?? null);
      const json = JSON.stringify(page);
      const name = `${path.posix.dirname(this.name(0, ''))}/index-${first / PAGE_SIZE}.${sha256(json).slice(0, 12)}.json`;
      await fs.mkdir(path.join(this.out, path.dirname(name)), { recursive: true });
      await fs.writeFile(path.join(this.out, name), json);
      names.push(name);
    }
    return names;
  }
}
