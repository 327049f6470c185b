import type { EngineJob, EngineNews } from './engine.worker.ts';
import EngineWorker from './engine.worker.ts?worker&inline';
import { ClientFailure } from './failure.ts';
import { onWorkerError } from './worker-error.ts';

/** A worker whose end ends everything that waits for it. */
export interface GuardedWorker {
  readonly worker: Worker;
  /** Settles when DuckDB's script listens. */
  readonly listening: Promise<void>;
  /** Settles when the engine's bytes are known to be the pinned ones, while it is being compiled; says why the browser will not keep them. */
  readonly verified: Promise<{ readonly blocked: string | null }>;
  /** Settles as the work does, or rejects as soon as the worker has ended. */
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  /** Ends the worker: what waits, and what comes later, rejects with this failure. */
  readonly fail: (failure: ClientFailure) => void;
  /** Why the worker ended, once it has. */
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

/**
 * Starts DuckDB's script and the loading of its engine in a blob worker: under a policy given by `<meta>` a worker script loaded
 * by its own address would have no policy at all; a blob inherits the page's. An uncaught error in it ends it as `engine-crashed`.
 */
export function startWorker(job: Omit<EngineJob, 'port'>, onProgress: (loaded: number) => void): GuardedWorker {
  const worker = new EngineWorker();
  const { guard, fail, ended } = guardOf(worker);
  onWorkerError(worker, fail);
  const listening = Promise.withResolvers<void>();
  const verified = Promise.withResolvers<{ readonly blocked: string | null }>();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<EngineNews>) => {
    if ('progress' in data) onProgress(data.progress);
    else if ('listening' in data) listening.resolve();
    else if ('verified' in data) verified.resolve(data.verified);
    else fail(ClientFailure.of(data.failure));
  };
  worker.postMessage({ ...job, port: port2 } satisfies EngineJob, [port2]);
  return { worker, listening: listening.promise, verified: verified.promise, guard, fail, ended };
}
