import { useCallback, useEffect, useState } from 'react';
import { loadCase } from '../client/case.ts';
import { ClientFailure, reasonOf } from '../client/failure.ts';
import type { Case } from '../schema/shard.ts';

/**
 * Where a case is: none is asked for, it is on its way, it cannot be had, or it is here. `old` is the case before, which stays until the
 * next one is here.
 */
export type Loading =
  | { readonly state: 'empty' }
  | { readonly state: 'loading'; readonly old: Case | null }
  | { readonly state: 'failed'; readonly failure: ClientFailure }
  | { readonly state: 'ready'; readonly data: Case };

/** Tells of a mistake of our own in the form of the other failures. */
function unexpected(error: unknown): ClientFailure {
  const notice = {
    what: 'The case could not be shown.',
    why: `${reasonOf(error)}.`,
    todo: 'Reload the page; if it stays so, it is a mistake of this site.',
  };
  return new ClientFailure('damaged', notice, { cause: error });
}

/** Loads a case whenever another one is asked for, and again on request. */
export function useCase(benchmark: string, id: string): [Loading, () => void] {
  const [loading, setLoading] = useState<Loading>({ state: 'loading', old: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same case again
  useEffect(() => {
    if (id === '') {
      setLoading({ state: 'empty' });
      return;
    }
    const control = new AbortController();
    setLoading((now) => ({ state: 'loading', old: now.state === 'ready' ? now.data : null }));
    loadCase(benchmark, id, { signal: control.signal }).then(
      (data) => setLoading({ state: 'ready', data }),
      (error: unknown) => {
        if (control.signal.aborted) return;
        setLoading({ state: 'failed', failure: error instanceof ClientFailure ? error : unexpected(error) });
      },
    );
    return () => control.abort();
  }, [benchmark, id, attempt]);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  return [loading, retry];
}
