import { ClientFailure, type FailureNotice, reasonOf } from './failure.ts';

const AGAIN = 'Try again: the engine starts anew.';

function engineUnavailable(why: string, cause?: unknown): ClientFailure {
  const todo = 'Try again. What is printed on the page, and single cases, need no engine.';
  return new ClientFailure(
    'engine-unavailable',
    { what: 'The query engine could not be started.', why, todo },
    { cause },
  );
}

function outOfMemory(why: string, sql?: string): ClientFailure {
  const notice = {
    what: 'The query needs more memory than there is for it.',
    why,
    todo: 'Narrow the filter, or close other tabs, and try again.',
  };
  return new ClientFailure('out-of-memory', notice, sql === undefined ? {} : { sql });
}

const MEMORY =
  /out of memory|allocation fail|failed to allocate|could not allocate|enlarge memory|bad_alloc|memory\.grow/i;

export function engineCrashed(why: string, sql?: string): ClientFailure {
  if (MEMORY.test(why)) return outOfMemory(why, sql);
  const source = sql === undefined ? {} : { sql };
  return new ClientFailure('engine-crashed', { what: 'The query engine stopped.', why, todo: AGAIN }, source);
}

/** DuckDB gives some errors as JSON. */
function messageOf(error: unknown): string {
  const text = reasonOf(error);
  const parts = /^\{"exception_type":"(\w+)","exception_message":("(?:[^"\\]|\\.)*")/.exec(text);
  return parts?.[2] === undefined ? text : `${parts[1]} Error: ${JSON.parse(parts[2])}`;
}

/** Messages after which the engine's memory cannot be trusted. */
const FATAL = /unreachable|out of bounds|Aborted\(|null function|indirect call|call stack|INTERNAL Error/;

export function queryFailure(error: unknown, sql: string): ClientFailure {
  if (error instanceof ClientFailure) return error;
  const why = messageOf(error);
  // DuckDB goes on with advice that only its operator could follow.
  if (MEMORY.test(why)) return outOfMemory(why.split('\n', 1)[0] ?? why, sql);
  if (FATAL.test(why)) return engineCrashed(why, sql);
  const todo = 'Change the filter; if none is set, please report this message.';
  return new ClientFailure('query-failed', { what: 'A query failed.', why, todo }, { sql, cause: error });
}

const NO_WASM = /content.security.policy|blocked by CSP|unsafe-eval/i;

const forbidden = (what: string): string => `A policy of this server (Content-Security-Policy) forbids ${what}`;

const UNTOLD = 'Its worker broke and the browser gives no reason: its script came empty or in part, or memory ran out.';

/** Turns a failure of the engine's files, code or worker while it starts into the one that says that there is no engine; others stay themselves. */
export function startFailure(error: unknown): ClientFailure {
  if (!(error instanceof ClientFailure)) return engineUnavailable(reasonOf(error), error);
  if (error.kind === 'engine-crashed') {
    const isForbidden = NO_WASM.test(error.why);
    return engineUnavailable(
      isForbidden ? forbidden("WebAssembly: its script-src lacks 'wasm-unsafe-eval'.") : error.why,
      error,
    );
  }
  const isOwnFile = error.url?.includes('/engine/') && error.kind !== 'offline';
  return isOwnFile ? engineUnavailable(`${error.what} ${error.why}`, error) : error;
}

/** Says that nothing is kept. `why`: what the browser says when it is asked for storage. */
export function storageNotice(why: string): FailureNotice {
  return {
    what: 'The query engine (5 MB) is not kept for the next visit.',
    why: `This browser gives the site no storage: ${why}`,
    todo: 'Everything works; allow storage for this site to start faster.',
  };
}

/** How long, in milliseconds, the browser may take to say that a policy stopped a worker; its word may come after the worker's error. */
const WORD = 100;

/** Every worker of this site is started from a blob: whether a policy has forbidden one. It holds as long as the page. */
let isForbidden = false;
globalThis.document?.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
  if (blockedURI.startsWith('blob')) isForbidden = true;
});

/** An error with a message comes from the worker's script; one without was met before: a policy forbids it (an event says so), or the script came empty or in part. */
export function onWorkerError(worker: Worker, tell: (failure: ClientFailure) => void): void {
  worker.addEventListener('error', (event) => {
    // It is reported as a failure: neither the browser nor a handler of the worker's own library needs to print it.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.message) tell(engineCrashed(event.message));
    else {
      const why = (): string => (isForbidden ? forbidden('its worker: its worker-src lacks blob:.') : UNTOLD);
      setTimeout(() => tell(engineUnavailable(why())), WORD);
    }
  });
}
