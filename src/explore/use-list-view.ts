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
 * Keeps what of a list is in view while it moves. `isPlaced` is false until the list has been looked at, when its room is that of the list
 * before. It is null before the first was looked at.
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

/** Changes what is asked for, and shows the beginning of the list that is to come. */
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
