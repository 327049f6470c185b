import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ListPlace } from '../cases/columns/list.ts';
import { HEARS_KEYS } from '../client/directives/ready.ts';
import type { FailureWords } from '../client/failure.ts';
import { lookedAt, placeInPart, travelling } from '../explore/travelling.ts';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import type { CaseFacts } from './facts.ts';

interface PlaceWanted {
  readonly benchmark: string;
  readonly losses: CaseFacts['losses'];
  /** The explorer's query string; it is empty for a case opened by itself, and then nothing is asked. */
  readonly list: string;
  readonly id: string;
  /** Whether it is voted on: then the list is that of the pairs of its queue. */
  readonly isVote: boolean;
  /** Whether the case itself is on the page: it comes first. */
  readonly isShown: boolean;
  /** Whether the case did not come: then what travelled along still leads away from it, and nothing is asked. */
  readonly isFailed: boolean;
}

const NOT_READ: FailureWords = { what: 'The list could not be read.', todo: 'Try again.' };

/** Gives the case's place in its list as far as the tab knows it without the engine; null while prerendered, and where no list was stored. */
function useKnownPlace({
  benchmark,
  list,
  id,
  isVote,
  isShown,
  isFailed,
}: PlaceWanted): ReturnType<typeof placeInPart> {
  return useMemo(() => {
    const part = list !== '' && !isVote && (isShown || isFailed) ? travelling(benchmark, list) : null;
    return part === null ? null : placeInPart(part, id);
  }, [benchmark, list, id, isVote, isShown, isFailed]);
}

/** At once where the tab has stored that part of the list, else by the explorer's code, loaded only then. A case opened by itself never needs it. */
export function usePlace(wanted: PlaceWanted): AskedQuestion<ListPlace> {
  const { benchmark, losses, list, id, isVote, isShown } = wanted;
  const known = useKnownPlace(wanted);
  useEffect(() => {
    if (list !== '' && isShown) lookedAt(benchmark, list, id);
  }, [benchmark, list, id, isShown]);
  const question = useCallback(
    async (signal: AbortSignal) => {
      const { neighbours } = await import('../explore/neighbours.ts');
      return neighbours({ benchmark, losses }, { list, id, isVote, signal });
    },
    [benchmark, losses, list, id, isVote],
  );
  const asked = useQuestion(list !== '' && isShown && known?.whole !== true ? question : null, NOT_READ);
  if (known === null || asked.state === 'ready') return asked;
  return { state: 'ready', data: known, last: asked.last, retry: asked.retry };
}

/** Whether the focus came by pointer: a click focuses the scrolling box around it, which is no wish to scroll by keys. */
let isByPointer = false;

function scrollsSideways({ target }: KeyboardEvent): boolean {
  const box = target instanceof Element ? target.closest('.scroll') : null;
  return !isByPointer && box !== null && box.scrollWidth > box.clientWidth;
}

/** Says whether a key is meant for something else: a field, a slider, an open window. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return true;
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  const { target } = event;
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}

/** One listener is set before the case is painted and stays: a key between two would be lost; earlier keys are repeated by `directive.ts`. */
function useArrowKeys(step: (by: -1 | 1) => void): void {
  const latest = useRef(step);
  useLayoutEffect(() => {
    latest.current = step;
  }, [step]);
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
      if (by === null || isTaken(event) || scrollsSideways(event)) return;
      event.preventDefault();
      latest.current(by);
    };
    const pointed = (): void => {
      isByPointer = true;
    };
    const tabbed = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') isByPointer = false;
    };
    window.addEventListener('keydown', pressed);
    window.addEventListener('keydown', tabbed);
    window.addEventListener('pointerdown', pointed);
    window.dispatchEvent(new Event(HEARS_KEYS));
    return () => {
      window.removeEventListener('keydown', pressed);
      window.removeEventListener('keydown', tabbed);
      window.removeEventListener('pointerdown', pointed);
    };
  }, []);
}

/** A step that is asked for before the neighbour is known is taken when it is. */
export function useStepping(place: AskedQuestion<ListPlace>, go: (id: string) => void): (by: -1 | 1) => void {
  const found = place.state === 'ready' ? place.data : null;
  const asked = useRef<-1 | 1 | null>(null);
  const step = useCallback(
    (by: -1 | 1): void => {
      const to = (by < 0 ? found?.previous : found?.next) ?? null;
      asked.current = found === null ? by : null;
      if (to !== null) go(to);
    },
    [found, go],
  );
  useEffect(() => {
    if (found !== null && asked.current !== null) {
      step(asked.current);
      asked.current = null;
    }
  }, [found, step]);
  useArrowKeys(step);
  return step;
}
