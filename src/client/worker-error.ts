import { engineCrashed, workerForbidden, workerSilent } from './engine-failure.ts';
import type { ClientFailure } from './failure.ts';

/** How long, in milliseconds, the browser may take to say that a policy stopped a worker; its word may come after the worker's error. */
const WORD = 100;

/** Every worker of this site is started from a blob: whether a policy has forbidden one. It holds as long as the page. */
let isForbidden = false;
globalThis.document?.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
  if (blockedURI.startsWith('blob')) isForbidden = true;
});

/**
 * Tells why a worker broke. An error with a message comes from its script. One without was met before any script ran: a policy forbids it, which
 * the browser says in an event of its own, or its script came empty or in part.
 */
export function onWorkerError(worker: Worker, tell: (failure: ClientFailure) => void): void {
  worker.addEventListener('error', (event) => {
    // It is reported as a failure: neither the browser nor a handler of the worker's own library needs to print it.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.message) tell(engineCrashed(event.message));
    else setTimeout(() => tell(isForbidden ? workerForbidden() : workerSilent()), WORD);
  });
}
