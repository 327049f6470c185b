import type { Query } from '../sql/query.ts';
import { identifier, literal } from '../sql/quote.ts';
import { fetchInBackground } from './background.ts';
import type { Database } from './connection.ts';
import { startEngine } from './engine.ts';
import { startFailure } from './engine-failure.ts';
import { databaseFile } from './engine-files.ts';
import { damaged } from './failure.ts';
import { localRelease } from './local-release.ts';
import { dataAddress, explained, loadManifest, releaseData } from './manifest.ts';
import { abortable, engineState, type SharedPromise, shared } from './shared.ts';

/** Larger files are refused: they do not fit into the engine's memory beside what queries need. */
const CAP = 1024 * 1024 * 1024;

async function bytesOf(benchmark: string): Promise<Uint8Array<ArrayBuffer>> {
  const { database } = await releaseData(benchmark);
  const file = (await loadManifest()).files.find((candidate) => candidate.path === database);
  if (file === undefined) throw damaged(dataAddress(database), 'The manifest names it without its size and hash.');
  const { path, bytes, sha256, inflated = bytes } = file;
  return explained(fetchInBackground(dataAddress(path), { sha256, inflated, cap: CAP }, 'answers'));
}

async function open(benchmark: string): Promise<Database> {
  const [{ db, guard, fail }, bytes, { openConnection }] = await Promise.all([
    startEngine(),
    bytesOf(benchmark),
    // What reads answers of the engine is loaded with it, not with the page.
    import('./connection.ts').catch((error: unknown) => {
      throw startFailure(error);
    }),
  ]);
  const [name, catalog] = [databaseFile(benchmark), identifier(benchmark)];
  await guard(db.registerFileBuffer(name, bytes));
  const first = [`ATTACH ${literal(name)} AS ${catalog} (READ_ONLY)`, `USE ${catalog}`];
  const database = await openConnection({ db, guard, fail }, first).catch(async (error: unknown) => {
    await guard(db.dropFile(name));
    throw error;
  });
  const close = async (): Promise<void> => {
    databases.delete(benchmark);
    await database.query('USE memory');
    await database.query(`DETACH ${catalog}`);
    await database.close();
    await guard(db.dropFile(name));
  };
  return { query: database.query, batches: database.batches, close };
}

const databases = new Map<string, SharedPromise<Database>>();

engineState.subscribe(() => {
  if (engineState.get().phase === 'failed') databases.clear();
});

/** Asks a benchmark's database; a signal that aborts ends the question. Throws ClientFailure, or the signal's reason. */
export async function openQuery(benchmark: string, signal: AbortSignal): Promise<Query> {
  const { query } = await openDatabase(benchmark, { signal });
  return (sql, params = []) => query(sql, params, { signal });
}

/** Fetched while the engine starts, attached once, shared by all. Ask before every use; that costs nothing. Throws ClientFailure; the next call tries again. */
export function openDatabase(benchmark: string, options: { signal?: AbortSignal } = {}): Promise<Database> {
  const local = localRelease(benchmark);
  if (local !== undefined) return abortable(local.database(), options.signal);
  const entry = databases.get(benchmark) ?? shared(() => open(benchmark));
  databases.set(benchmark, entry);
  return abortable(entry.get(), options.signal);
}
