import { type RefObject, useEffect, useRef } from 'react';

type Box = HTMLInputElement | HTMLSelectElement;

/**
 * Keeps a text box or a list in step with the URL without losing what somebody has typed: its content from before the script was loaded is
 * read as a change, and later changes of the URL are written into it.
 */
export function useBox<T extends Box>(value: string, change: (value: string) => void): RefObject<T | null> {
  const box = useRef<T>(null);
  const alive = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || element.value === value) {
      alive.current = true;
      return;
    }
    const typedBefore = !alive.current && element.value !== '';
    alive.current = true;
    if (typedBefore) change(element.value);
    else element.value = value;
  }, [value, change]);
  return box;
}
