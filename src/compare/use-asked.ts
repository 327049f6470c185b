import { useCallback, useEffect, useState } from 'react';
import { ClientFailure, reasonOf } from '../client/failure.ts';

/** Not asked for, on its way, not to be had, or here. */
export type Asked<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'busy' }
  | { readonly state: 'failed'; readonly failure: ClientFailure }
  | { readonly state: 'ready'; readonly data: T };

function failureOf(error: unknown): ClientFailure {
  if (error instanceof ClientFailure) return error;
  const todo = 'Try again; the values below still hold.';
  const notice = { what: 'The cases could not be compared.', why: reasonOf(error), todo };
  return new ClientFailure('query-failed', notice, { cause: error });
}

/** Asks a question whenever it is another one, which cancels the one before; null asks nothing. `retry` asks the same again. */
export function useAsked<T>(ask: ((signal: AbortSignal) => Promise<T>) | null): readonly [Asked<T>, retry: () => void] {
  const [asked, setAsked] = useState<Asked<T>>({ state: 'idle' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    setAsked({ state: ask === null ? 'idle' : 'busy' });
    if (ask === null) return;
    const control = new AbortController();
    ask(control.signal).then(
      (data) => {
        if (!control.signal.aborted) setAsked({ state: 'ready', data });
      },
      (error: unknown) => {
        if (!control.signal.aborted) setAsked({ state: 'failed', failure: failureOf(error) });
      },
    );
    return () => control.abort();
  }, [ask, attempt]);
  return [asked, useCallback(() => setAttempt((n) => n + 1), [])];
}
