import { AsyncDuckDB, VoidLogger } from '@duckdb/duckdb-wasm';
import { literal, literals } from '../sql/quote.ts';
import { databaseFile } from './engine-files.ts';

/** How often a running query looks for its cancellation, in ms. */
const POLLING_INTERVAL = 20;
/** A query that needs more ends with a message; without a limit the browser may end the whole page. */
const MEMORY_LIMIT = '2GB';

/** Starts DuckDB in a worker that runs its script and has the engine already: in memory, one thread, not hardened yet. */
export async function startDuckDB(worker: Worker): Promise<AsyncDuckDB> {
  const db = new AsyncDuckDB(new VoidLogger(), worker);
  // DuckDB asks for some address in any case.
  const nothing = URL.createObjectURL(new Blob());
  try {
    await db.instantiate(nothing);
  } finally {
    URL.revokeObjectURL(nothing);
  }
  await db.open({
    path: ':memory:',
    query: { queryPollingInterval: POLLING_INTERVAL },
  });
  return db;
}

/** The statement that lets SQL reach these databases alone from here on (DuckDB looks for a log beside each), and change no setting. */
export function hardening(benchmarks: readonly string[]): string {
  const files = benchmarks.map(databaseFile).flatMap((file) => [file, `${file}.wal`]);
  const settings = [
    `memory_limit = ${literal(MEMORY_LIMIT)}`,
    'autoinstall_known_extensions = false',
    'autoload_known_extensions = false',
    `allowed_paths = [${literals(files)}]`,
    'enable_external_access = false',
    'lock_configuration = true',
  ];
  return settings.map((setting) => `SET ${setting}`).join('; ');
}

export async function harden(db: AsyncDuckDB, benchmarks: readonly string[]): Promise<void> {
  const connection = await db.connect();
  await connection.query(hardening(benchmarks));
  await connection.close();
}
