import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type ListView, listView, onListMoved, showBeginning } from './list-view.ts';
import type { ChangeExplore } from './use-explore-state.ts';

interface SeenList extends ListView {
  readonly list: object;
}

interface ShownList {
  readonly list: object;
  /** The rows begin so many px below the top of their box. */
  readonly head: number;
}

/**
 * Tracks which part of a list is in view. `isPlaced` is false until the list has been measured; until then the room is that of the list
 * before, and null for the first list.
 */
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
        last?.list === list && last.above === now.above && last.view === now.view ? last : { list, ...now },
      );
    };
    look();
    return onListMoved(box, look);
  }, [box, list, head]);
  if (seen === null) return null;
  const isPlaced = seen.list === list;
  return { above: isPlaced ? seen.above : 0, view: seen.view, isPlaced };
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
