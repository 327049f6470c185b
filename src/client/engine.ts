import { type Attention, attended } from './awaited.ts';
import type { Engine } from './connection.ts';
import type { EngineJob, EngineNews } from './engine.worker.ts';
import EngineWorker from './engine.worker.ts?worker&inline';
import { dropEngine } from './engine-cache.ts';
import { onWorkerError, startFailure, storageNotice } from './engine-failure.ts';
import { WASM, WASM_PATH, WORKER_PATH } from './engine-files.ts';
import { ClientFailure, type FailureNotice, unsupported } from './failure.ts';
import { isWorthAsking, siteAddress } from './fetch.ts';
import { shared, engineStore as state } from './shared.ts';

/** A worker whose end ends everything that waits for it. */
interface GuardedWorker extends Pick<Engine, 'guard' | 'fail'> {
  readonly worker: Worker;
  /** Settles when DuckDB's script listens. */
  readonly listening: Promise<void>;
  /** Settles when the engine's bytes are known to be the pinned ones, while it is being compiled; says why the browser will not keep them. */
  readonly verified: Promise<{ readonly blocked: string | null }>;
  readonly ended: Promise<ClientFailure>;
}

/** Holds the callers that wait for the worker; they are told when it fails. */
function guardOf(worker: Worker): Pick<GuardedWorker, 'guard' | 'fail' | 'ended'> {
  const waiting = new Set<(failure: ClientFailure) => void>();
  let failed: ClientFailure | undefined;
  const { promise: ended, resolve: tell } = Promise.withResolvers<ClientFailure>();
  const fail = (failure: ClientFailure): void => {
    if (failed !== undefined) return;
    failed = failure;
    worker.terminate();
    tell(failure);
    for (const reject of waiting) reject(failure);
    waiting.clear();
  };
  const guard = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (failed !== undefined) reject(failed);
      else waiting.add(reject);
      work.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  return { guard, fail, ended };
}

/** In a blob worker: under a `<meta>` policy a script loaded by its own address would have none; a blob inherits the page's. An uncaught error ends it. */
function startWorker(job: Omit<EngineJob, 'port'>, heard: Attention['heard']): GuardedWorker {
  const worker = new EngineWorker();
  const { guard, fail, ended } = guardOf(worker);
  onWorkerError(worker, fail);
  const listening = Promise.withResolvers<void>();
  const verified = Promise.withResolvers<{ readonly blocked: string | null }>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<EngineNews>) => {
    if ('heard' in data) heard(data.heard);
    else if ('listening' in data) listening.resolve();
    else if ('verified' in data) verified.resolve(data.verified);
    else fail(ClientFailure.of(data.failure));
  };
  worker.postMessage({ ...job, port: port2 } satisfies EngineJob, [port2]);
  return { worker, listening: listening.promise, verified: verified.promise, guard, fail, ended };
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
async function launchWorker(attention: Attention, anew = false): Promise<Launched> {
  const { signal, heard, whole } = attention;
  const [script, url] = [siteAddress(WORKER_PATH), siteAddress(WASM_PATH)];
  const expected = { inflated: WASM.bytes, sha256: WASM.sha256 };
  const guarded = startWorker({ script, url, expected, anew }, heard);
  signal.addEventListener('abort', () => guarded.fail(startFailure(signal.reason)));
  // Compiling may take long on a slow device; that is not the server's silence.
  Promise.all([guarded.listening, guarded.verified]).then(whole, whole);
  try {
    const launched = await launch(guarded);
    void guarded.ended.then(end);
    return launched;
  } catch (error) {
    guarded.fail(startFailure(error));
    if (!anew && !signal.aborted && isWorthAsking(error)) return launchWorker(attention, true);
    throw error;
  }
}

async function start(): Promise<Engine> {
  try {
    for (const feature of ['WebAssembly', 'Worker', 'DecompressionStream'] as const)
      if (globalThis[feature] === undefined) throw unsupported(feature);
    state.set({ phase: 'loading' });
    const { notice, ...launched } = await attended(siteAddress(WASM_PATH), launchWorker, 'engine');
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
