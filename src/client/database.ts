import type { ReleaseFile } from '../schema/release.ts';
import type { Source } from './attach.ts';
import { engineState, startEngine } from './engine.ts';
import { startFailure } from './engine-failure.ts';
import { ClientFailure, damaged } from './failure.ts';
import { readBody, request } from './fetch.ts';
import { dataAddress, explained, fetchRelease, loadInstanceData, loadManifest } from './manifest.ts';
import type { Session } from './session.ts';
import { abortable, type Shared, shared } from './shared.ts';

/** A benchmark's narrow tables, attached and current: statements name them without a prefix. */
export interface Database extends Session {
  /**
   * Whole numbers (0 … 2³² − 1) as the temporary table `name` with one column `value`, in the place of an older one: the way in for
   * the rows that a word search found.
   */
  readonly keepNumbers: (name: string, numbers: readonly number[]) => Promise<void>;
  /** Detaches the database and gives its memory back; the next `openDatabase` attaches it anew. */
  readonly close: () => Promise<void>;
}

/** Files up to this size are fetched whole even if they are not compressed. */
const WHOLE = 8 * 1024 * 1024;
/** Nothing larger fits into the engine's memory beside what the queries need. */
const CAP = 1024 * 1024 * 1024;

async function fileOf(path: string): Promise<ReleaseFile> {
  const { files } = await loadManifest();
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw damaged(dataAddress(path), 'The manifest names it without its size and hash.');
  return file;
}

async function sourceByRange({ path, bytes, sha256 }: ReleaseFile): Promise<Source> {
  const url = dataAddress(path);
  const whole = (): Promise<Response> => explained(request(url));
  // A browser refuses a compressed answer to a request for a range.
  const response = await explained(request(url, { headers: { Range: 'bytes=0-0' } })).catch((error: unknown) => {
    if (error instanceof ClientFailure && error.kind === 'unreachable') return whole();
    throw error;
  });
  const isRange = response.status === 206;
  const isPlain = response.headers.get('Content-Encoding') === null;
  if (isRange && isPlain && response.headers.get('Content-Range') === `bytes 0-0/${bytes}`) {
    await response.body?.cancel();
    return { url };
  }
  // A host without ranges has sent the whole file already.
  return { bytes: await readBody(isRange ? await whole() : response, url, { sha256, inflated: bytes, cap: CAP }) };
}

async function sourceOf(benchmark: string): Promise<Source> {
  const { database } = await loadInstanceData(benchmark);
  const file = await fileOf(database);
  const { path, bytes, sha256, inflated } = file;
  if (!path.endsWith('.gz') && bytes > WHOLE) return sourceByRange(file);
  return { bytes: await fetchRelease(path, { sha256, inflated: inflated ?? bytes, cap: CAP }) };
}

async function open(benchmark: string): Promise<Database> {
  const [engine, source, { attachDatabase }] = await Promise.all([
    startEngine(),
    sourceOf(benchmark),
    // The engine's own code is loaded with it and not with the page.
    import('./attach.ts').catch((error: unknown) => {
      throw startFailure(error);
    }),
  ]);
  const database = await attachDatabase(engine, benchmark, source);
  const close = (): Promise<void> => {
    databases.delete(benchmark);
    return database.close();
  };
  return { ...database, close };
}

const databases = new Map<string, Shared<Database>>();

engineState.subscribe(() => {
  if (engineState.get().phase === 'failed') databases.clear();
});

/**
 * The database of a benchmark: fetched while the engine starts, attached once, shared by all until it is closed or the engine
 * ends. Ask for it before every use; that costs nothing. Throws ClientFailure; the call after that tries again.
 */
export function openDatabase(benchmark: string, options: { signal?: AbortSignal } = {}): Promise<Database> {
  const entry = databases.get(benchmark) ?? shared(() => open(benchmark));
  databases.set(benchmark, entry);
  return abortable(entry.get(), options.signal);
}
