import { useCallback, useRef } from 'react';

/** How far down a text is scrolled, from 0 to 1. */
function depth({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  const room = scrollHeight - clientHeight;
  return room <= 0 ? 0 : scrollTop / room;
}

/**
 * Scrolls texts side by side by the same share of their lengths. Returns the ref of each of them. A text that is moved along sends an event
 * of its own, which is known by its place and not followed.
 */
export function useScrollTogether(together: boolean): (element: HTMLElement | null) => (() => void) | undefined {
  const texts = useRef(new Set<HTMLElement>());
  const moved = useRef(new Map<HTMLElement, number>());
  return useCallback(
    (element) => {
      if (element === null) return;
      const follow = (): void => {
        if (moved.current.get(element) === Math.round(element.scrollTop)) {
          moved.current.delete(element);
          return;
        }
        const share = depth(element);
        for (const other of texts.current) {
          if (other === element) continue;
          other.scrollTop = share * (other.scrollHeight - other.clientHeight);
          moved.current.set(other, Math.round(other.scrollTop));
        }
      };
      texts.current.add(element);
      if (together) element.addEventListener('scroll', follow, { passive: true });
      return () => {
        texts.current.delete(element);
        moved.current.delete(element);
        element.removeEventListener('scroll', follow);
      };
    },
    [together],
  );
}
