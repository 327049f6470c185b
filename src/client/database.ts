import { type AsyncDuckDBConnection, DuckDBDataProtocol } from '@duckdb/duckdb-wasm';
import type { ReleaseFile } from '../schema/release.ts';
import { type Engine, engineState, startEngine } from './engine.ts';
import { queryFailure } from './engine-failure.ts';
import { databaseFile } from './engine-start.ts';
import { damaged } from './failure.ts';
import { readBody, request } from './fetch.ts';
import { dataAddress, explained, fetchRelease, loadInstanceData, loadManifest } from './manifest.ts';
import { openSession, type Session } from './session.ts';
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

/** How the engine is to read a file: from these bytes, or by ranges of this address. */
type Source = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly url: string };

async function sourceByRange({ path, bytes, sha256 }: ReleaseFile): Promise<Source> {
  const url = dataAddress(path);
  const response = await explained(request(url, { headers: { Range: 'bytes=0-0' } }));
  const isRange = response.status === 206;
  const isPlain = response.headers.get('Content-Encoding') === null;
  if (isRange && isPlain && response.headers.get('Content-Range') === `bytes 0-0/${bytes}`) {
    await response.body?.cancel();
    return { url };
  }
  // A host without ranges has sent the whole file already.
  const whole = isRange ? await explained(request(url)) : response;
  return { bytes: await readBody(whole, url, { sha256, inflated: bytes, cap: CAP }) };
}

async function sourceOf(benchmark: string): Promise<Source> {
  const { database } = await loadInstanceData(benchmark);
  const file = await fileOf(database);
  const { path, bytes, sha256, inflated } = file;
  if (!path.endsWith('.gz') && bytes > WHOLE) return sourceByRange(file);
  return { bytes: await fetchRelease(path, { sha256, inflated: inflated ?? bytes, cap: CAP }) };
}

async function attach({ db, guard }: Engine, benchmark: string, source: Source): Promise<AsyncDuckDBConnection> {
  const name = databaseFile(benchmark);
  const statement = `ATTACH '${name}' AS "${benchmark}" (READ_ONLY)`;
  await guard(
    'bytes' in source
      ? db.registerFileBuffer(name, source.bytes)
      : db.registerFileURL(name, source.url, DuckDBDataProtocol.HTTP, false),
  );
  try {
    const connection = await guard(db.connect());
    await guard(connection.query(statement));
    await guard(connection.query(`USE "${benchmark}"`));
    return connection;
  } catch (error) {
    await guard(db.dropFile(name));
    throw queryFailure(error, statement);
  }
}

async function open(benchmark: string): Promise<Database> {
  const [engine, source] = await Promise.all([startEngine(), sourceOf(benchmark)]);
  const connection = await attach(engine, benchmark, source);
  const { db, guard } = engine;
  const { query, batches } = openSession(engine, connection);
  return {
    query,
    batches,
    keepNumbers: async (name, numbers) => {
      await query(`CREATE OR REPLACE TEMP TABLE "${name}" (value UINTEGER)`);
      if (numbers.length === 0) return;
      await query(`INSERT INTO "${name}" SELECT unnest(string_split(?, ','))::UINTEGER`, [numbers.join()]);
    },
    close: async () => {
      databases.delete(benchmark);
      await query('USE memory');
      await query(`DETACH "${benchmark}"`);
      await guard(connection.close());
      await guard(db.dropFile(databaseFile(benchmark)));
    },
  };
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
