import { useCallback, useEffect, useState } from 'react';
import { fetchBoards } from '../../client/compare-boards.ts';
import type { SlimBoard } from '../../components/board/slim.ts';

export type Loading =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'ready'; readonly boards: readonly SlimBoard[] };

/** The tables, fetched once when first wanted; `retry` after a failure. */
export function useBoards(address: string, wanted: boolean): readonly [Loading, retry: () => void] {
  const [loading, setLoading] = useState<Loading>({ state: 'idle' });
  const load = useCallback(() => {
    setLoading({ state: 'loading' });
    fetchBoards(address).then(
      (boards) => setLoading({ state: 'ready', boards }),
      (error: unknown) =>
        setLoading({ state: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    );
  }, [address]);
  useEffect(() => {
    if (wanted && loading.state === 'idle') load();
  }, [wanted, loading.state, load]);
  return [loading, load];
}
