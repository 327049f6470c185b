import { useCallback, useEffect, useState } from 'react';
import { unpackBoard } from '../board/pack.ts';
import type { SlimBoard } from '../board/slim.ts';
import { ClientFailure, type Notice, reasonOf } from '../client/failure.ts';
import type { ComparedBenchmark } from '../schema/comparison.ts';

/** Everything that judges can be compared by. */
export interface Comparable {
  readonly boards: readonly SlimBoard[];
  readonly cases: readonly ComparedBenchmark[];
}

export type Loading =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly notice: Notice }
  | { readonly state: 'ready'; readonly data: Comparable };

/** The code that validates the file comes with it and not with the page. */
async function load(address: string): Promise<Comparable> {
  const { loadComparison } = await import('../client/comparison.ts');
  const { boards, cases } = await loadComparison(address);
  return { boards: boards.map(unpackBoard), cases };
}

function noticeOf(error: unknown): Notice {
  if (error instanceof ClientFailure) return error;
  const todo = 'Try again, or reload the page.';
  return { what: 'The file of tables cannot be read.', why: reasonOf(error), todo };
}

/** The tables and the runs, fetched once when first wanted; `retry` after a failure. */
export function useBoards(address: string, wanted: boolean): readonly [Loading, retry: () => void] {
  const [loading, setLoading] = useState<Loading>({ state: 'idle' });
  const start = useCallback(() => {
    setLoading({ state: 'loading' });
    load(address).then(
      (data) => setLoading({ state: 'ready', data }),
      (error: unknown) => setLoading({ state: 'failed', notice: noticeOf(error) }),
    );
  }, [address]);
  useEffect(() => {
    if (wanted && loading.state === 'idle') start();
  }, [wanted, loading.state, start]);
  return [loading, start];
}
