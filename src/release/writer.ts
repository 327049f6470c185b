import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseFile } from '../schema/release.ts';

/** Hashes bytes, or a text as UTF-8: 64 hexadecimal digits. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What a release file is, beside its bytes. */
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

  /** Lists a file that something else (DuckDB) wrote into the folder. */
  async adopt(name: string, note: FileNote): Promise<string> {
    const bytes = await fs.readFile(path.join(this.folder, name));
    this.files.push({ about: '', ...note, path: name, bytes: bytes.byteLength, sha256: sha256(bytes) });
    return name;
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
