import { randomUUID } from 'node:crypto';
import fs, { constants } from 'node:fs/promises';
import path from 'node:path';
import { shareFile } from '../share-file.ts';
import type { KeptResults } from './kept.ts';
import type { ReadBefore } from './runs-read.ts';
import type { ScoredBefore } from './scored-tables.ts';

/** What is known of a kept database beside its tables. */
export interface AboutDatabase {
  /** Name of the folder in which its files lie. */
  readonly id: string;
  readonly read: ReadBefore;
  readonly scored: ScoredBefore;
}

/** The files of a benchmark's working database: what was read, and the narrow tables with their scores. */
export interface DatabaseFiles {
  readonly work: string;
  readonly final: string;
}

const filesIn = (folder: string): DatabaseFiles => ({
  work: path.join(folder, 'work.duckdb'),
  final: path.join(folder, 'final.duckdb'),
});

/** Moves or copies both files into their places. */
async function placeFiles(
  from: DatabaseFiles,
  to: DatabaseFiles,
  place: (from: string, to: string) => unknown,
): Promise<void> {
  for (const name of ['work', 'final'] as const) {
    await fs.mkdir(path.dirname(to[name]), { recursive: true });
    await place(from[name], to[name]);
  }
}

const copy = (from: string, to: string): Promise<void> => fs.copyFile(from, to, constants.COPYFILE_FICLONE);

/**
 * Keeps the working database of a benchmark as the last build left it. Its files never change: a build works on a copy and replaces the
 * kept database when all is made. The facts about it are kept like any other result and name its folder; DuckDB verifies every block that
 * it reads.
 */
export class KeptDatabase {
  private readonly folder: string;
  private readonly kept: KeptResults;
  private readonly key: string;
  /** Whether files were taken that may turn out to be damaged. */
  taken = false;

  /** Opens what is kept in `folder`, the folder of a benchmark's databases; `key` stands for what all runs share and are checked against. */
  constructor(folder: string, kept: KeptResults, key: string) {
    this.folder = folder;
    this.kept = kept;
    this.key = key;
  }

  /** Copies the files; null where none are kept that are made of the same shared records, or where they cannot be copied. */
  async take(to: DatabaseFiles): Promise<AboutDatabase | null> {
    const bytes = this.kept.find('database', this.key);
    if (bytes === null) return null;
    // Written by this very code: the folder of kept results is named by its hash.
    const about = JSON.parse(bytes.toString('utf8')) as AboutDatabase;
    try {
      await placeFiles(filesIn(path.join(this.folder, about.id)), to, copy);
    } catch {
      // Another build may have replaced it, or there is no room for a copy: then all is made anew.
      for (const file of Object.values(to)) await fs.rm(file, { force: true });
      return null;
    }
    this.taken = true;
    return about;
  }

  /** Keeps the files, into which nothing writes any more, in the place of all others of the benchmark. */
  async put(from: DatabaseFiles, about: Omit<AboutDatabase, 'id'>): Promise<void> {
    const id = randomUUID();
    await placeFiles(from, filesIn(path.join(this.folder, id)), shareFile);
    await this.kept.keep('database', this.key, Buffer.from(JSON.stringify({ id, ...about })));
    await this.removeOthers(id);
  }

  /** Removes the databases of the benchmark, but for one. */
  async removeOthers(id = ''): Promise<void> {
    this.taken = false;
    for (const name of await fs.readdir(this.folder).catch(() => []))
      if (name !== id) await fs.rm(path.join(this.folder, name), { recursive: true, force: true });
  }
}
