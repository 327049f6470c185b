import { engineCrashed } from './engine-failure.ts';
import type { ClientFailure } from './failure.ts';

/** A worker whose end ends everything that waits for it. */
export interface GuardedWorker {
  readonly worker: Worker;
  /** Settles as the work does, or rejects as soon as the worker has ended. */
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  /** Ends the worker: what waits, and what comes later, rejects with this failure. */
  readonly fail: (failure: ClientFailure) => void;
  /** Why the worker ended, once it has. */
  readonly ended: Promise<ClientFailure>;
}

/**
 * Same-origin script in a blob worker: under a policy given by `<meta>` a worker script loaded by its own address would have no
 * policy at all; a blob inherits the page's. A failed engine load would leave DuckDB waiting for ever, since it drops the
 * rejection: thrown once more, it reaches `onerror`.
 */
const bootstrap = (script: string): string => `
addEventListener('unhandledrejection', ({ reason }) => setTimeout(() => { throw reason; }));
importScripts(${JSON.stringify(script)});`;

/** Starts the script at an address of this origin; an uncaught error in it ends it as `engine-crashed`. */
export function startWorker(script: string): GuardedWorker {
  const address = URL.createObjectURL(new Blob([bootstrap(script)], { type: 'text/javascript' }));
  const worker = new Worker(address);
  const waiting = new Set<(failure: ClientFailure) => void>();
  let failed: ClientFailure | undefined;
  let tell: (failure: ClientFailure) => void = () => undefined;
  const ended = new Promise<ClientFailure>((resolve) => {
    tell = resolve;
  });

  const fail = (failure: ClientFailure): void => {
    if (failed !== undefined) return;
    failed = failure;
    worker.terminate();
    URL.revokeObjectURL(address);
    tell(failure);
    for (const reject of waiting) reject(failure);
    waiting.clear();
  };

  worker.addEventListener('error', (event) => {
    // It is reported as a failure: neither the browser nor DuckDB's own handler needs to print it.
    event.preventDefault();
    event.stopImmediatePropagation();
    fail(engineCrashed(event.message));
  });

  const guard = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (failed !== undefined) reject(failed);
      else waiting.add(reject);
      work.then(resolve, reject).finally(() => waiting.delete(reject));
    });

  return { worker, guard, fail, ended };
}
