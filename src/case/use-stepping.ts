import { useCallback, useEffect, useState } from 'react';
import { ClientFailure } from '../client/failure.ts';
import type { ListPlace } from '../explore/neighbours.ts';

type Found =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly what: string }
  | { readonly state: 'ready'; readonly neighbours: ListPlace };

export type Stepping = Found & { readonly retry: () => void; readonly step: (by: -1 | 1) => void };

interface Wanted {
  readonly benchmark: string;
  /** Query string of the explorer; empty: opened by itself, and nothing is asked. */
  readonly list: string;
  readonly id: string;
  /** Whether the case itself is on the page. */
  readonly shown: 'loading' | 'ready' | 'none';
}

/** Asks the engine, which is fetched only now: a case that is opened by itself never needs it. */
async function ask({ benchmark, list, id }: Wanted, signal: AbortSignal): Promise<ListPlace> {
  const { neighbours } = await import('../explore/neighbours.ts');
  return neighbours(benchmark, list, id, { signal });
}

/** The neighbours of a case in the list that it was opened from. */
function useNeighbours(wanted: Wanted): [Found, () => void] {
  const [found, setFound] = useState<Found>({ state: 'none' });
  const [attempt, setAttempt] = useState(0);
  const { benchmark, list, id, shown } = wanted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const asked = list !== '' && shown !== 'none';
    setFound({ state: asked ? 'loading' : 'none' });
    if (!asked || shown === 'loading') return;
    const control = new AbortController();
    ask({ benchmark, list, id, shown }, control.signal).then(
      (neighbours) => setFound({ state: 'ready', neighbours }),
      (error: unknown) => {
        if (control.signal.aborted) return;
        const what = error instanceof ClientFailure ? error.what : 'The list could not be read.';
        setFound({ state: 'failed', what });
      },
    );
    return () => control.abort();
  }, [benchmark, list, id, shown, attempt]);
  return [found, useCallback(() => setAttempt((n) => n + 1), [])];
}

/** Whether the box of a wide table has more of it to show at its sides. */
const scrollsSideways = (box: Element | null): boolean => box !== null && box.scrollWidth > box.clientWidth;

/** Whether an arrow key is meant for something else: a field, a slider, a table that scrolls, an open window. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return true;
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input, select, textarea, [contenteditable]') !== null || scrollsSideways(target.closest('.scroll'))
  );
}

/** ← and → step through the list. */
function useArrowKeys(step: (by: -1 | 1) => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
      if (by === null || isTaken(event)) return;
      event.preventDefault();
      step(by);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [step]);
}

/** Steps through the list that the case was opened from, by buttons and arrow keys. */
export function useStepping(wanted: Wanted, go: (id: string) => void): Stepping {
  const [found, retry] = useNeighbours(wanted);
  const step = useCallback(
    (by: -1 | 1): void => {
      const to = found.state === 'ready' ? (by < 0 ? found.neighbours.previous : found.neighbours.next) : null;
      if (to !== null) go(to);
    },
    [found, go],
  );
  useArrowKeys(step);
  return { ...found, retry, step };
}
