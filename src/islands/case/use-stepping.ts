import { useCallback, useEffect, useState } from 'react';
import { keptNeighbours, type Neighbours } from './neighbours.ts';

type Found =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly what: string }
  | { readonly state: 'ready'; readonly neighbours: Neighbours };

export type Stepping = Found & { readonly retry: () => void; readonly step: (by: -1 | 1) => void };

/** The neighbours of a case in the list that it was opened from. */
export function useNeighbours(benchmark: string, list: string, id: string): [Found, () => void] {
  const [found, setFound] = useState<Found>({ state: 'none' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (list === '' || id === '') {
      setFound({ state: 'none' });
      return;
    }
    const kept = keptNeighbours(benchmark, list, id);
    if (kept !== null) {
      setFound({ state: 'ready', neighbours: kept });
      return;
    }
    setFound({ state: 'failed', what: 'This tab does not know the list; open it again to step through it.' });
  }, [benchmark, list, id, attempt]);
  return [found, useCallback(() => setAttempt((n) => n + 1), [])];
}

/** Whether an arrow key is meant for something else: a field, a slider, a text that scrolls, an open window. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return true;
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  const { target } = event;
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable], .scroll') !== null;
}

/** ← and → step through the list. */
export function useArrowKeys(step: (by: -1 | 1) => void): void {
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
