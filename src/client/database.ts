import type { ReleaseFile } from '../schema/release.ts';
import { fetchInBackground } from './background.ts';
import { startEngine } from './engine.ts';
import { startFailure } from './engine-failure.ts';
import { damaged } from './failure.ts';
import { localCases } from './local-cases.ts';
import { dataAddress, explained, loadInstanceData, loadManifest } from './manifest.ts';
import type { Database } from './session.ts';
import { abortable, type SharedPromise, shared } from './shared.ts';
import { engineState } from './store.ts';

/** Larger files are refused: they do not fit into the engine's memory beside what queries need. */
const CAP = 1024 * 1024 * 1024;

async function fileOf(path: string): Promise<ReleaseFile> {
  const { files } = await loadManifest();
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw damaged(dataAddress(path), 'The manifest names it without its size and hash.');
  return file;
}

async function bytesOf(benchmark: string): Promise<Uint8Array<ArrayBuffer>> {
  const { database } = await loadInstanceData(benchmark);
  const { path, bytes, sha256, inflated = bytes } = await fileOf(database);
  return explained(fetchInBackground(dataAddress(path), { sha256, inflated, cap: CAP }));
}

async function open(benchmark: string): Promise<Database> {
  const [engine, bytes, { attachDatabase }] = await Promise.all([
    startEngine(),
    bytesOf(benchmark),
    // The engine's own code is loaded with it, not with the page.
    import('./attach.ts').catch((error: unknown) => {
      throw startFailure(error);
    }),
  ]);
  const database = await attachDatabase(engine, benchmark, bytes);
  const close = (): Promise<void> => {
    databases.delete(benchmark);
    return database.close();
  };
  return { ...database, close };
}

const databases = new Map<string, SharedPromise<Database>>();

engineState.subscribe(() => {
  if (engineState.get().phase === 'failed') databases.clear();
});

/**
 * Opens the database of a benchmark: fetched while the engine starts, attached once, shared by all until it is closed or the engine
 * ends. Ask for it before every use; that costs nothing. Throws ClientFailure; the call after that tries again.
 */
export function openDatabase(benchmark: string, options: { signal?: AbortSignal } = {}): Promise<Database> {
  const local = localCases(benchmark);
  if (local !== undefined) return abortable(local.database(), options.signal);
  const entry = databases.get(benchmark) ?? shared(() => open(benchmark));
  databases.set(benchmark, entry);
  return abortable(entry.get(), options.signal);
}
