import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { CaseLine } from './CaseTable.tsx';
import type { ReadyAnswer } from './use-answer.ts';

/** The panel needs room beside the list (explore.css). */
const ROOM = '(min-width: 1200px)';
/** A pointer that moves over the list asks only for the row where it rests. */
const REST = 200;

/** Place in the list of the row that something is in, from 0; null elsewhere. */
function rowAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('.case-table tbody tr[aria-rowindex]') : null;
  return row === null ? null : Number(row.getAttribute('aria-rowindex')) - 2;
}

/**
 * Keeps the row at hand, which is shown beside the list: it is opened by its button or by ↑ and ↓ in the list, then it is the row that has
 * the focus or that a pointer rests on. `line` is null while it is closed.
 */
export function usePreview(ready: ReadyAnswer | null, row: (index: number) => CaseLine | undefined) {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const resting = useRef(0);
  useEffect(() => () => clearTimeout(resting.current), []);
  const toggle = useCallback(() => setIsOpen((open) => !open && window.matchMedia(ROOM).matches), []);
  const onFocus = ({ target }: FocusEvent): void => setAt((now) => rowAt(target) ?? now);
  const onPointerOver = ({ target }: PointerEvent): void => {
    clearTimeout(resting.current);
    const place = isOpen ? rowAt(target) : null;
    if (place !== null) resting.current = window.setTimeout(() => setAt(place), REST);
  };
  const onKeyUp = ({ key, target }: KeyboardEvent): void => {
    if ((key === 'ArrowDown' || key === 'ArrowUp') && rowAt(target) !== null && window.matchMedia(ROOM).matches)
      setIsOpen(true);
    if (key === 'Escape') setIsOpen(false);
  };
  const line = isOpen && ready !== null ? (row(Math.min(at, ready.counts.total - 1)) ?? null) : null;
  return { isOpen: line !== null, toggle, line, handlers: { onFocus, onPointerOver, onKeyUp } };
}
