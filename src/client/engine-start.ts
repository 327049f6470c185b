import { AsyncDuckDB, VoidLogger } from '@duckdb/duckdb-wasm';
import { siteAddress } from './address.ts';
import { dropEngine, keepEngine, keptEngine } from './engine-cache.ts';
import { WASM, WASM_PATH } from './engine-files.ts';
import { fetchBytes, verify } from './fetch.ts';

/** How often a running query looks for its cancellation, in ms. */
const POLLING_INTERVAL = 20;
/** A query that needs more ends with a message; without a limit the browser ends the whole page. */
const MEMORY_LIMIT = '2GB';

const TYPE = 'application/wasm';

interface Wasm {
  readonly blob: Blob;
  /** Settles while the engine is compiled already. */
  readonly verified: Promise<void>;
  readonly isKept: boolean;
}

async function loadWasm(url: string, onProgress: (loaded: number) => void): Promise<Wasm> {
  const kept = await keptEngine(url);
  if (kept?.size === WASM.bytes) {
    return { blob: kept.slice(0, kept.size, TYPE), verified: Promise.resolve(), isKept: true };
  }
  const bytes = await fetchBytes(url, { inflated: WASM.bytes, cap: WASM.bytes, onProgress });
  return { blob: new Blob([bytes], { type: TYPE }), verified: verify(bytes, url, WASM), isKept: false };
}

async function instantiate(db: AsyncDuckDB, onProgress: (loaded: number) => void): Promise<void> {
  const url = siteAddress(WASM_PATH);
  const { blob, verified, isKept } = await loadWasm(url, onProgress);
  const address = URL.createObjectURL(blob);
  try {
    await Promise.all([verified, db.instantiate(address)]);
  } catch (error) {
    if (isKept) await dropEngine();
    throw error;
  } finally {
    URL.revokeObjectURL(address);
  }
  if (!isKept) void keepEngine(url, blob);
}

/** File under which the engine knows a benchmark's database. */
export const databaseFile = (benchmark: string): string => `${benchmark}.duckdb`;

/** From here on SQL reaches these databases (DuckDB looks for a log beside each) and can change no setting. */
export async function harden(db: AsyncDuckDB, benchmarks: readonly string[]): Promise<void> {
  const files = benchmarks.map(databaseFile).flatMap((file) => [`'${file}'`, `'${file}.wal'`]);
  const connection = await db.connect();
  for (const setting of [
    `memory_limit = '${MEMORY_LIMIT}'`,
    'autoinstall_known_extensions = false',
    'autoload_known_extensions = false',
    `allowed_paths = [${files.join(', ')}]`,
    'enable_external_access = false',
    'lock_configuration = true',
  ]) {
    await connection.query(`SET ${setting}`);
  }
  await connection.close();
}

/** Loads DuckDB into a worker (`duckdb-browser-eh.worker.js`) and opens it: in memory, one thread, not hardened yet. */
export async function startDuckDB(worker: Worker, onProgress: (loaded: number) => void): Promise<AsyncDuckDB> {
  const db = new AsyncDuckDB(new VoidLogger(), worker);
  await instantiate(db, onProgress);
  await db.open({
    path: ':memory:',
    query: { queryPollingInterval: POLLING_INTERVAL },
    // Ranges are then used whatever status the host gives to HEAD; hosts without ranges are not asked for any (database.ts).
    filesystem: { reliableHeadRequests: false, allowFullHTTPReads: true, forceFullHTTPReads: false },
  });
  return db;
}
