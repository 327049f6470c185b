import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../running.ts';

const DIGEST = 'sha256';
const DIGEST_BYTES = 32;

const digestOf = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash(DIGEST);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The kinds of results; keys are unique within a kind only. */
type Kind =
  | 'answers'
  | 'column'
  | 'boards'
  | 'columns'
  | 'database'
  | 'deflated'
  | 'files'
  | 'lines'
  | 'people'
  | 'rows'
  | 'scores'
  | 'shard'
  | 'totals'
  | 'words';

/** A Map or a Set as a list, which JSON would otherwise leave empty. */
const listed = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Says whether a name is that of a file whose writing process is gone. */
function isLeft(name: string): boolean {
  const pid = /^[0-9a-f]{64}\.(\d+)\./.exec(name)?.[1];
  return pid !== undefined && !isRunning(Number(pid));
}

/** Makes a digest that stands for a large part of many keys. */
export const digestOfKey = (key: unknown): string => digestOf(JSON.stringify(key, listed)).toString('hex');

/**
 * Results of earlier builds of one benchmark, by everything that they were made of. A folder of it belongs to one version of the code and of
 * the engine, so a key need not name them. What is damaged is made again.
 */
export class KeptResults {
  private readonly folder: string;
  private used = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  private fileOf(kind: Kind, key: string | Uint8Array): string {
    const name = digestOf(`${kind}\n`, key).toString('hex');
    this.used.add(name);
    return path.join(this.folder, name);
  }

  /** Finds the result of an earlier build for a key; null where there is none, or a damaged one. Most are small, and thousands are asked for. */
  find(kind: Kind, key: string | Uint8Array): Buffer | null {
    const found = readOrNull(this.fileOf(kind, key));
    const kept = found?.subarray(DIGEST_BYTES);
    return kept !== undefined && found?.subarray(0, DIGEST_BYTES).equals(digestOf(kept)) === true ? kept : null;
  }

  async keep(kind: Kind, key: string | Uint8Array, made: Uint8Array): Promise<void> {
    const file = this.fileOf(kind, key);
    await fs.mkdir(this.folder, { recursive: true });
    const partial = `${file}.${process.pid}.${randomUUID()}`;
    await fs.writeFile(partial, Buffer.concat([digestOf(made), made]));
    await fs.rename(partial, file);
  }

  /** Gives the kept result for a key, or makes and keeps it. */
  async bytes(kind: Kind, key: string | Uint8Array, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const found = this.find(kind, key);
    if (found !== null) return found;
    const made = await make();
    await this.keep(kind, key, made);
    return made;
  }

  /** The same for what JSON can hold; a key may have maps and sets. What is new is read back from JSON, too, so that both are alike. */
  json<T>(kind: Kind, key: unknown, make: () => Promise<T>): Promise<T> {
    return this.jsonThatServes(kind, key, { make, serves: () => true });
  }

  /** Does the same for a result that may be of no use any more, and is then made again. */
  async jsonThatServes<T>(
    kind: Kind,
    key: unknown,
    { make, serves }: { readonly make: () => Promise<T>; readonly serves: (found: T) => boolean },
  ): Promise<T> {
    const found = this.findJson<T>(kind, key);
    if (found !== null && serves(found)) return found;
    return this.keepJson(kind, key, await make());
  }

  /** Finds what JSON can hold; null where there is nothing that is whole. */
  findJson<T>(kind: Kind, key: unknown): T | null {
    const bytes = this.find(kind, JSON.stringify(key, listed));
    // Written by this very code: the folder's name holds its hash.
    return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as T);
  }

  /** Keeps what JSON can hold, and gives it as it will be found. */
  async keepJson<T>(kind: Kind, key: unknown, made: T): Promise<T> {
    const text = JSON.stringify(made);
    await this.keep(kind, JSON.stringify(key, listed), Buffer.from(text));
    return JSON.parse(text) as T;
  }

  /**
   * Gives what `make` makes with the help of other kept results, as `json`. These stay as long as it is asked for: what is kept for a part of it
   * is wanted once another part changes. Nothing else may ask for results meanwhile.
   */
  async jsonOfOthers<T>(kind: Kind, key: unknown, make: () => Promise<T>): Promise<T> {
    const before = this.used;
    this.used = new Set();
    const { made, others } = await this.json(kind, key, async () => {
      const found = await make();
      return { made: found, others: [...this.used] };
    });
    this.used = new Set([...before, ...this.used, ...others]);
    return made;
  }

  /** Removes results that this build did not ask for, and unfinished ones of killed builds. */
  async tidy(): Promise<void> {
    const names = await fs.readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names) {
      const isOurs = name.includes('.') ? isLeft(name) : !this.used.has(name);
      if (isOurs) await fs.rm(path.join(this.folder, name), { force: true });
    }
  }
}
