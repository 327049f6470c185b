import type { AsyncDuckDB } from '@duckdb/duckdb-wasm';
import { siteAddress } from './address.ts';
import { storageBlocked } from './engine-cache.ts';
import { engineCrashed, engineUnavailable, startFailure, storageNotice } from './engine-failure.ts';
import { WASM, WORKER_PATH } from './engine-files.ts';
import { harden, startDuckDB } from './engine-start.ts';
import { type GuardedWorker, startWorker } from './engine-worker.ts';
import { type ClientFailure, type Notice, unsupported } from './failure.ts';
import { loadManifest } from './manifest.ts';
import { shared } from './shared.ts';
import { store } from './store.ts';

/** A running DuckDB that reaches the release's own databases and nothing else. */
export interface Engine extends Pick<GuardedWorker, 'guard' | 'fail'> {
  readonly db: AsyncDuckDB;
}

export type EngineState =
  | { readonly phase: 'idle' }
  /** Bytes inflated so far, of `total`. */
  | { readonly phase: 'loading'; readonly loaded: number; readonly total: number }
  /** `notice`: what a visitor may want to know although everything works. */
  | { readonly phase: 'ready'; readonly notice: Notice | null }
  | { readonly phase: 'failed'; readonly failure: ClientFailure };

const state = store<EngineState>({ phase: 'idle' });

/** What the engine is doing, as `useSyncExternalStore` wants it. */
export const engineState = { get: state.get, subscribe: state.subscribe };

function setLoading(loaded: number): void {
  state.set({ phase: 'loading', loaded, total: WASM.bytes });
}

/** The engine is gone, or did not come: the next call starts another. */
function end(failure: ClientFailure): void {
  engine.forget();
  state.set({ phase: 'failed', failure });
}

function checkSupport(): void {
  for (const feature of ['WebAssembly', 'Worker', 'DecompressionStream'] as const) {
    if (globalThis[feature] === undefined) throw unsupported(feature);
  }
}

async function launch(): Promise<Engine> {
  checkSupport();
  setLoading(0);
  let describe = (message: string): ClientFailure => engineUnavailable(message);
  const { worker, guard, fail } = startWorker(siteAddress(WORKER_PATH), (message) => describe(message), end);
  try {
    const [db, { benchmarks }] = await Promise.all([guard(startDuckDB(worker, setLoading)), loadManifest()]);
    const ids = benchmarks.map(({ id }) => id);
    await guard(harden(db, ids));
    describe = (message) => engineCrashed(message);
    return { db, guard, fail };
  } catch (error) {
    fail(startFailure(error));
    throw error;
  }
}

async function start(): Promise<Engine> {
  try {
    const launched = await launch();
    const blocked = storageBlocked();
    state.set({ phase: 'ready', notice: blocked === null ? null : storageNotice(blocked) });
    return launched;
  } catch (error) {
    const failure = startFailure(error);
    end(failure);
    throw failure;
  }
}

const engine = shared(start);

/** The engine, started on the first call and shared by all. Throws ClientFailure; the call after that tries again. */
export const startEngine = engine.get;

/** Starts the engine before it is needed (pointer near a control); a failure shows in `engineState` only. */
export function warmEngine(): void {
  startEngine().catch(() => undefined);
}

/** The same as soon as the browser has nothing better to do. */
export function warmEngineWhenIdle(): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(warmEngine, { timeout: 5000 });
  else setTimeout(warmEngine, 1000);
}
