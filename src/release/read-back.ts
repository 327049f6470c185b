import { createHash } from 'node:crypto';
import { accessSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Manifest, ReleaseFile } from '../schema/release.ts';
import { bucketPath, indexPath, linesPath, PAGE_SIZE, shardPath } from '../schema/release-paths.ts';
import { IndexPage, type PageIndex } from '../schema/shard.ts';
import { fileStream } from './file-stream.ts';

/** A file of a release that cannot be read back as it was listed. */
export interface FileDamage {
  /** As below `public/data`. */
  readonly name: string;
  /** What is wrong, in a sentence without its subject. */
  readonly reason: string;
}

const readErrorWords = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? String(error)})`;
};

/** Computes the SHA-256 (hex) of a file's bytes, inflated where it is stored gzipped. Streams. */
async function inflatedHash(file: string, { bytes: size, inflated }: ReleaseFile): Promise<string> {
  const hash = createHash('sha256');
  const consume = async (bytes: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of bytes) hash.update(chunk);
  };
  const source = fileStream(file, size);
  if (inflated !== undefined) await pipeline(source, createGunzip(), consume);
  else await pipeline(source, consume);
  return hash.digest('hex');
}

async function damageOf(folder: string, listed: ReleaseFile): Promise<FileDamage[]> {
  const file = path.join(folder, listed.path);
  try {
    const { size } = await fs.stat(file);
    if (size !== listed.bytes) return [{ name: listed.path, reason: `has ${size} bytes and not ${listed.bytes}` }];
    const found = await inflatedHash(file, listed);
    return found === listed.sha256 ? [] : [{ name: listed.path, reason: 'holds other bytes than were written' }];
  } catch (error) {
    return [{ name: listed.path, reason: readErrorWords(error) }];
  }
}

/** There are thousands of parts: a promise for each would cost more than the question. */
function missingPart(folder: string, name: string): FileDamage[] {
  try {
    accessSync(path.join(folder, name));
    return [];
  } catch (error) {
    return [{ name, reason: readErrorWords(error) }];
  }
}

/** Lists the index pages that cannot be read, and parts that they name and that are missing. */
async function missingParts(
  folder: string,
  index: PageIndex,
  { count, name }: { readonly count: number; readonly name: (part: number, hash: string) => string },
): Promise<FileDamage[]> {
  const damage: FileDamage[] = [];
  for (let page = 0; page * PAGE_SIZE < count; page++) {
    const at = indexPath(index, page);
    try {
      const hashes = IndexPage.parse(JSON.parse(await fs.readFile(path.join(folder, at), 'utf8')));
      for (const [i, hash] of hashes.entries()) {
        if (hash === null) continue;
        const part = name(page * PAGE_SIZE + i, hash);
        damage.push(...missingPart(folder, part));
      }
    } catch (error) {
      damage.push({ name: at, reason: readErrorWords(error) });
    }
  }
  return damage;
}

/**
 * Reads back what lies in a folder: every listed file by its size and the SHA-256 of its inflated bytes, and every text shard and
 * bucket of words that the manifest leads to. Gives what is missing or different; a sound release gives none.
 */
export async function readBack(
  folder: string,
  { manifest, files }: { readonly manifest: Manifest; readonly files: readonly ReleaseFile[] },
): Promise<readonly FileDamage[]> {
  const damage: FileDamage[] = [];
  for (const file of files) damage.push(...(await damageOf(folder, file)));
  for (const { id, instances } of manifest.benchmarks) {
    if (instances === null) continue;
    const { shards, index, lines, postings } = instances;
    damage.push(
      ...(await missingParts(folder, index, { count: shards, name: (part, hash) => shardPath(id, part, hash) })),
    );
    if (lines !== undefined) {
      const count = Math.ceil(instances.instances / lines.cases);
      damage.push(
        ...(await missingParts(folder, lines.index, { count, name: (part, hash) => linesPath(id, part, hash) })),
      );
    }
    if (postings === undefined) continue;
    const { buckets, index: pages } = postings;
    damage.push(
      ...(await missingParts(folder, pages, { count: buckets, name: (part, hash) => bucketPath(id, part, hash) })),
    );
  }
  return damage;
}
