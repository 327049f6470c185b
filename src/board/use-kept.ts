import { type RefObject, useEffect } from 'react';
import { keptProperty } from './kept.ts';
import type { SlimColumn } from './slim.ts';

/** Tells the columns kept at the left how far from it they stand: after the names and one another, as wide as they came out. */
export function useKept(scroller: RefObject<HTMLElement | null>, columns: readonly SlimColumn[], left: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns make other widths
  useEffect(() => {
    const table = scroller.current?.querySelector('table');
    const name = table?.querySelector<HTMLElement>('thead .name');
    if (left === 0 || !table || !name) return;
    const heads = table.querySelectorAll<HTMLElement>('thead .kept');
    const measure = () => {
      let at = name.offsetWidth;
      heads.forEach((head, i) => {
        table.style.setProperty(keptProperty(i), `${at}px`);
        at += head.offsetWidth;
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    return () => observer.disconnect();
  }, [scroller, columns, left]);
}
