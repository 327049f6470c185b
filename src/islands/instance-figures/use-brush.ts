import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { CritiqueRange } from '../../explore/answers.ts';
import type { Geometry } from './length-geometry.ts';

export type Rectangle = Pick<CritiqueRange, 'length' | 'score'>;

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A movement below this is a click, which selects nothing. */
const CLICK = 4;

const tenth = (score: number): number => Math.min(10, Math.max(0, Math.round(score * 10) / 10));

/** Whole characters and tenths of a point between two corners. */
function rectangleOf({ lengthAt, scoreAt }: Geometry, a: Place, b: Place): Rectangle {
  const [low, high] = [scoreAt(Math.max(a.y, b.y)), scoreAt(Math.min(a.y, b.y))];
  return {
    length: {
      from: Math.max(1, Math.ceil(lengthAt(Math.min(a.x, b.x)))),
      to: Math.max(1, Math.floor(lengthAt(Math.max(a.x, b.x)))),
    },
    score: { from: tenth(low), to: tenth(high) },
  };
}

/** Draws a rectangle into an element, in parts of the drawing's width and height; takes it away where nothing is selected. */
export function drawRectangle(element: HTMLElement | null, geometry: Geometry, { length, score }: Rectangle): void {
  if (element === null) return;
  const open = [length.from, length.to, score.from, score.to].every((end) => end === null);
  element.hidden = open;
  if (open) return;
  const { x, y, width, height } = geometry;
  const [left, right] = [x(length.from ?? 1e-9), x(length.to ?? Number.MAX_VALUE)];
  const [top, bottom] = [y(score.to ?? 11), y(score.from ?? -1)];
  const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(3)}%`;
  element.style.left = percent(left, width);
  element.style.top = percent(top, height);
  element.style.width = percent(Math.max(1, right - left), width);
  element.style.height = percent(Math.max(1, bottom - top), height);
}

interface BrushOptions {
  readonly geometry: Geometry;
  readonly rectangle: RefObject<HTMLElement | null>;
  /** Somebody begins. */
  readonly onStart: () => void;
  /** At most once a frame. */
  readonly onMove: (found: Rectangle) => void;
  /** Null where it was a click or was given up. */
  readonly onEnd: (found: Rectangle | null) => void;
}

/**
 * Handlers that drag a rectangle over an element. Each frame writes to the rectangle's style and calls `onMove`; React renders nothing
 * until the end. Fingers scroll instead: they have the number boxes.
 */
export function useBrush({ geometry, rectangle, onStart, onMove, onEnd }: BrushOptions) {
  const drag = useRef<{ readonly from: Place; to: Place } | null>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const placeOf = useCallback(
    ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Place => {
      const box = currentTarget.getBoundingClientRect();
      const { width, height } = geometry;
      return { x: ((clientX - box.left) * width) / box.width, y: ((clientY - box.top) * height) / box.height };
    },
    [geometry],
  );
  const found = (): Rectangle | null => {
    const { current } = drag;
    if (current === null) return null;
    const { from, to } = current;
    return Math.hypot(to.x - from.x, to.y - from.y) < CLICK ? null : rectangleOf(geometry, from, to);
  };
  const end = (kept: boolean): void => {
    if (drag.current === null) return;
    const last = kept ? found() : null;
    drag.current = null;
    cancelAnimationFrame(frame.current);
    onEnd(last);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = placeOf(event);
      drag.current = { from, to: from };
      onStart();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (drag.current === null) return;
      drag.current.to = placeOf(event);
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        const now = found();
        if (now === null) return;
        drawRectangle(rectangle.current, geometry, now);
        onMove(now);
      });
    },
    onPointerUp: (): void => end(true),
    onPointerCancel: (): void => end(false),
  };
}
