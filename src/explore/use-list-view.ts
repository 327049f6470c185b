import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ChangeExplore } from './selection.ts';

/** What of a list is in view: the px of its rows that are above, and the px that the window shows. */
export interface ListView {
  readonly above: number;
  readonly view: number;
  /** How much of that the window shows, in steps of a third of a row: a page that scrolls past a list draws nothing anew in between. */
  readonly shown: number;
}

const STEP = 24;

/** Says whether rows move in a box of their own. Where the style sheet gives it no height, as on a phone, the page is the one that scrolls. */
const isBoxed = (box: HTMLElement): boolean => getComputedStyle(box).maxHeight !== 'none';

/** Measures a list whose rows begin `head` px below the top of their box. */
export function listView(box: HTMLElement, head: number): ListView {
  const { top, bottom } = box.getBoundingClientRect();
  const boxed = isBoxed(box);
  const begin = boxed ? top + head : Math.max(0, top + head);
  const shown = Math.round(Math.max(0, Math.min(bottom, window.innerHeight) - begin) / STEP) * STEP;
  return boxed
    ? { above: box.scrollTop, view: box.clientHeight - head, shown }
    : { above: Math.max(0, -top - head), view: window.innerHeight, shown };
}

/** Moves the list so that `above` px of its rows are out of view; a page stays where it is for the list’s beginning. */
export function moveList(box: HTMLElement, above: number): void {
  if (isBoxed(box)) box.scrollTo({ top: above });
  else if (above > 0) window.scrollBy({ top: box.getBoundingClientRect().top + above });
}

function showBeginning(box: HTMLElement | null): void {
  if (box !== null && !isBoxed(box) && box.getBoundingClientRect().top < 0) box.scrollIntoView();
}

function onListMoved(box: HTMLElement, moved: () => void): () => void {
  const sizes = new ResizeObserver(moved);
  sizes.observe(box);
  box.addEventListener('scroll', moved, { passive: true });
  window.addEventListener('scroll', moved, { passive: true });
  window.addEventListener('resize', moved);
  return () => {
    sizes.disconnect();
    box.removeEventListener('scroll', moved);
    window.removeEventListener('scroll', moved);
    window.removeEventListener('resize', moved);
  };
}

interface SeenList extends ListView {
  readonly list: object;
}

interface ShownList {
  readonly list: object;
  /** The rows begin so many px below the top of their box. */
  readonly head: number;
}

/** The part of a list in view. `isPlaced` is false until it has been measured; until then the room is that of the list before, and null for the first. */
export function useListView(
  box: HTMLElement | null,
  { list, head }: ShownList,
): (ListView & { isPlaced: boolean }) | null {
  const [seen, setSeen] = useState<SeenList | null>(null);
  useLayoutEffect(() => {
    if (box === null) return;
    const look = (): void => {
      const now = listView(box, head);
      setSeen((last) =>
        last?.list === list && last.above === now.above && last.view === now.view && last.shown === now.shown
          ? last
          : { list, ...now },
      );
    };
    look();
    return onListMoved(box, look);
  }, [box, list, head]);
  if (seen === null) return null;
  const isPlaced = seen.list === list;
  return { above: isPlaced ? seen.above : 0, view: seen.view, shown: seen.shown, isPlaced };
}

/** Changes the request, and scrolls to where the new list will begin. */
export function useFromBeginning(change: ChangeExplore, box: HTMLElement | null): ChangeExplore {
  const list = useRef(box);
  list.current = box;
  return useCallback(
    (...asked) => {
      change(...asked);
      showBeginning(list.current);
    },
    [change],
  );
}
