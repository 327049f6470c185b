import { useCallback, useEffect, useRef, useState } from 'react';
import { PAGE_ROWS } from '../cases/list-columns.ts';
import { type ClientFailure, failureOf } from '../client/failure.ts';
import type { CaseLine } from './CaseTable.tsx';
import { NOT_COUNTED, type ReadyAnswer } from './use-answer.ts';

type Pages = ReadonlyMap<number, readonly CaseLine[]>;
const NONE: Pages = new Map();
/** Pages kept in memory. */
const KEPT = 50;

interface Loaded {
  readonly of: ReadyAnswer | null;
  readonly pages: Pages;
}

interface Pager {
  /** Undefined until it has come. */
  readonly row: (index: number) => CaseLine | undefined;
  /** Names the first and last row in view. */
  readonly want: (first: number, last: number) => void;
  /** Why a page of rows could not be loaded; null while none has failed. */
  readonly failure: ClientFailure | null;
}

/**
 * Fetches the rows of an answer, page by page as they come into view; those that went out of view before they came are given up. Several
 * pages are on their way at a time, so it is no question of its own (src/ui/loading.tsx).
 */
export function usePages(ready: ReadyAnswer | null): Pager {
  const [failed, setFailed] = useState<{ readonly of: ReadyAnswer; readonly failure: ClientFailure } | null>(null);
  const [loaded, setLoaded] = useState<Loaded>({ of: null, pages: NONE });
  const running = useRef(new Map<number, AbortController>());
  const known = useRef<Loaded>(loaded);
  known.current = loaded;
  useEffect(() => {
    const controllers = running.current;
    if (ready === null) return;
    return () => {
      for (const controller of controllers.values()) controller.abort();
      controllers.clear();
    };
  }, [ready]);
  const load = useCallback(async (page: number, of: ReadyAnswer): Promise<void> => {
    const controller = new AbortController();
    running.current.set(page, controller);
    try {
      const rows = await of.selection.page(page, controller.signal);
      setLoaded((now) => {
        const before = now.of === of ? [...now.pages].slice(-KEPT) : [];
        return { of, pages: new Map([...before, [page, rows]]) };
      });
    } catch (error) {
      if (!controller.signal.aborted) setFailed({ of, failure: failureOf(error, NOT_COUNTED) });
    } finally {
      if (running.current.get(page) === controller) running.current.delete(page);
    }
  }, []);
  const want = useCallback(
    (first: number, last: number): void => {
      if (ready === null) return;
      const [from, to] = [Math.floor(first / PAGE_ROWS), Math.floor(last / PAGE_ROWS)];
      for (const [page, controller] of running.current) {
        if (page >= from && page <= to) continue;
        controller.abort();
        running.current.delete(page);
      }
      for (let page = from; page <= to; page++) {
        const here = page === 0 || (known.current.of === ready && known.current.pages.has(page));
        if (!here && !running.current.has(page)) void load(page, ready);
      }
    },
    [ready, load],
  );
  const row = useCallback(
    (index: number): CaseLine | undefined => {
      if (index < PAGE_ROWS) return ready?.first[index];
      return loaded.of === ready ? loaded.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] : undefined;
    },
    [loaded, ready],
  );
  return { row, want, failure: failed?.of === ready ? (failed?.failure ?? null) : null };
}
