import { useCallback, useLayoutEffect, useState } from 'react';
import { type ListView, listView, onListMoved, showBeginning } from './list-view.ts';
import type { ChangeExplore } from './use-explore-state.ts';

/** What of a list is in view, kept while it moves; null before its box is there. The rows begin `head` px below the box's top. */
export function useListView(box: HTMLElement | null, head: number): ListView | null {
  const [seen, setSeen] = useState<ListView | null>(null);
  useLayoutEffect(() => {
    if (box === null) return;
    const look = (): void => {
      const now = listView(box, head);
      setSeen((last) => (last?.above === now.above && last.view === now.view ? last : now));
    };
    look();
    return onListMoved(box, look);
  }, [box, head]);
  return seen;
}

/** Changes what is asked for, and shows the beginning of the list that is to come. */
export function useFromBeginning(change: ChangeExplore, box: HTMLElement | null): ChangeExplore {
  return useCallback(
    (...asked) => {
      change(...asked);
      showBeginning(box);
    },
    [change, box],
  );
}
