import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isRemote, type MediaFact } from '../../records/run-context.ts';
import type { Instance } from '../../schema/records.ts';
import type { StoredCase } from '../../schema/shard.ts';
import { mediaFact } from '../input-run.ts';

type StoredMedia = NonNullable<StoredCase['media']>[number];

/** The ending of a picture's name by its first byte. PNG, JPEG and WebP (RIFF) are all that `mediaFact` takes for a picture. */
const EXTENSIONS: Readonly<Record<number, string>> = { 137: 'png', 255: 'jpg', 82: 'webp' };

/** Copies pictures under names that carry their hash, each once, whatever the instances that show it. */
export class Gallery {
  private readonly known = new Map<string, Promise<Pick<StoredMedia, 'src' | 'why'>>>();
  private readonly facts = new Map<string, Promise<MediaFact>>();
  private readonly out: string;
  private readonly benchmark: string;
  private folder: Promise<unknown> | null = null;
  count = 0;

  /** `out` stands for `public/data`. */
  constructor(out: string, benchmark: string) {
    this.out = out;
    this.benchmark = benchmark;
  }

  /** The media of an instance as the release shows them; a file is looked for in each folder in turn. */
  async publish(folders: readonly string[], media: Instance['media']): Promise<StoredMedia[]> {
    return Promise.all(
      media.map(async (one) => {
        if (one.src === null || isRemote(one.src)) return one;
        const key = JSON.stringify([folders, one.src]);
        const found = this.known.get(key) ?? this.copy(folders, one.src);
        this.known.set(key, found);
        return { ...one, ...(await found) };
      }),
    );
  }

  /** What an image path leads to; see `mediaFact`. */
  fact(folders: readonly string[], src: string): Promise<MediaFact> {
    const key = JSON.stringify([folders, src]);
    const found = this.facts.get(key) ?? mediaFact(folders, src);
    this.facts.set(key, found);
    return found;
  }

  private async copy(folders: readonly string[], src: string): Promise<Pick<StoredMedia, 'src' | 'why'>> {
    const fact = await this.fact(folders, src);
    if (fact !== 'picture') return { src: null, why: fact };
    const bytes = await firstOf(folders.map((folder) => path.resolve(folder, src)));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const name = `${this.benchmark}/media/${hash}.${EXTENSIONS[bytes[0] ?? 0] ?? 'bin'}`;
    this.folder ??= fs.mkdir(path.join(this.out, path.dirname(name)), { recursive: true });
    await this.folder;
    await fs.writeFile(path.join(this.out, name), bytes);
    this.count++;
    return { src: name };
  }
}

async function firstOf(files: readonly string[]): Promise<Uint8Array> {
  for (const file of files) {
    const bytes = await fs.readFile(file).catch(() => null);
    if (bytes !== null) return bytes;
  }
  throw new Error(`${files.join(', ')}: gone while the release was built`);
}
