import { useCallback, useEffect, useState } from 'react';
import { ClientFailure, type Notice } from '../../client/failure.ts';
import { request } from '../../client/fetch.ts';
import { unpackBoard } from '../../components/board/pack.ts';
import type { SlimBoard } from '../../components/board/slim.ts';

export type Loading =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly notice: Notice }
  | { readonly state: 'ready'; readonly boards: readonly SlimBoard[] };

/** All tables with judges, from the file that the site was built with. */
async function fetchBoards(address: string): Promise<readonly SlimBoard[]> {
  const response = await request(new URL(address, window.location.href).href);
  const packed: unknown = await response.json();
  if (!Array.isArray(packed)) throw new Error('It is not a list of tables.');
  return packed.map((one) => unpackBoard(String(one)));
}

function noticeOf(error: unknown): Notice {
  if (error instanceof ClientFailure) return error;
  const why = error instanceof Error ? error.message : String(error);
  return { what: 'The file of tables cannot be read.', why, todo: 'Try again, or reload the page.' };
}

/** The tables, fetched once when first wanted; `retry` after a failure. */
export function useBoards(address: string, wanted: boolean): readonly [Loading, retry: () => void] {
  const [loading, setLoading] = useState<Loading>({ state: 'idle' });
  const load = useCallback(() => {
    setLoading({ state: 'loading' });
    fetchBoards(address).then(
      (boards) => setLoading({ state: 'ready', boards }),
      (error: unknown) => setLoading({ state: 'failed', notice: noticeOf(error) }),
    );
  }, [address]);
  useEffect(() => {
    if (wanted && loading.state === 'idle') load();
  }, [wanted, loading.state, load]);
  return [loading, load];
}
