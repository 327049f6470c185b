import type { AsyncDuckDB } from '@duckdb/duckdb-wasm';
import { siteAddress } from './address.ts';
import { type Attention, attended } from './awaited.ts';
import { dropEngine } from './engine-cache.ts';
import { startFailure, storageNotice } from './engine-failure.ts';
import { WASM, WASM_PATH, WORKER_PATH } from './engine-files.ts';
import { engineStore as state } from './engine-state.ts';
import { type GuardedWorker, startWorker } from './engine-worker.ts';
import { type ClientFailure, type FailureNotice, unsupported } from './failure.ts';
import { isWorthAsking } from './fetch.ts';
import { shared } from './shared.ts';

/** Runs DuckDB so that it reaches the release's own databases and nothing else. */
export interface Engine extends Pick<GuardedWorker, 'guard' | 'fail'> {
  readonly db: AsyncDuckDB;
}

function setLoading(loaded: number): void {
  state.set({ phase: 'loading', loaded, total: WASM.bytes });
}

function checkSupport(): void {
  for (const feature of ['WebAssembly', 'Worker', 'DecompressionStream'] as const) {
    if (globalThis[feature] === undefined) throw unsupported(feature);
  }
}

type Launched = Engine & { readonly notice: FailureNotice | null };

/** The engine, its code and the manifest come at the same time; only the worker's own script is loaded with the page's. */
async function launch(guarded: GuardedWorker): Promise<Launched> {
  const { worker, listening, verified, guard, fail } = guarded;
  const [{ harden, startDuckDB }, { benchmarks }] = await guard(
    Promise.all([
      import('./engine-start.ts'),
      import('./manifest.ts').then(({ loadManifest }) => loadManifest()),
      listening,
    ]),
  );
  const [db, { blocked }] = await guard(Promise.all([startDuckDB(worker), verified]));
  const ids = benchmarks.map(({ id }) => id);
  await guard(harden(db, ids));
  return { db, guard, fail, notice: blocked === null ? null : storageNotice(blocked) };
}

/** With `anew` the copies that the browser has are not used. */
async function launchWorker(anew: boolean, attention: Attention): Promise<Launched> {
  const { signal, heard, whole } = attention;
  const [script, url] = [siteAddress(WORKER_PATH), siteAddress(WASM_PATH)];
  const expected = { inflated: WASM.bytes, sha256: WASM.sha256 };
  const guarded = startWorker({ script, url, expected, anew }, (loaded) => {
    heard();
    setLoading(loaded);
  });
  signal.addEventListener('abort', () => guarded.fail(startFailure(signal.reason)));
  // Compiling may take long on a slow device; that is not the server's silence.
  Promise.all([guarded.listening, guarded.verified]).then(whole, whole);
  try {
    const launched = await launch(guarded);
    void guarded.ended.then(end);
    return launched;
  } catch (error) {
    guarded.fail(startFailure(error));
    if (!anew && !signal.aborted && isWorthAsking(error)) return launchWorker(true, attention);
    throw error;
  }
}

async function start(): Promise<Engine> {
  try {
    checkSupport();
    setLoading(0);
    const { notice, ...launched } = await attended(siteAddress(WASM_PATH), (attention) =>
      launchWorker(false, attention),
    );
    state.set({ phase: 'ready', notice });
    return launched;
  } catch (error) {
    const failure = startFailure(error);
    // A kept copy that does not start must not be tried again.
    if (failure.kind === 'engine-unavailable') await dropEngine();
    state.set({ phase: 'failed', failure });
    throw failure;
  }
}

const engine = shared(start);

/** Notes that the engine is gone, so that the next call starts another. */
function end(failure: ClientFailure): void {
  engine.forget();
  state.set({ phase: 'failed', failure });
}

/** Starts the engine on the first call; all callers share it. Throws ClientFailure; the call after that tries again. */
export const startEngine = engine.get;
