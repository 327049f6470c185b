import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { BrushRectangle, PlotGeometry, PlotPlace } from './plot.ts';

/** The corners that a finger can take hold of: the upper left, the lower right one. */
export const GRIPS = ['first', 'last'] as const;

/** A movement below this, in units of the drawing, is a click, which selects nothing. */
const CLICK = 4;

const inPercent = (part: number, of: number): string => `${((100 * part) / of).toFixed(3)}%`;

export const atPlace = ({ width, height }: PlotGeometry, { x, y }: PlotPlace) => ({
  left: inPercent(x, width),
  top: inPercent(y, height),
});

export function placeInPlot(
  element: Element,
  { width, height }: PlotGeometry,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): PlotPlace {
  const box = element.getBoundingClientRect();
  return { x: ((clientX - box.left) * width) / box.width, y: ((clientY - box.top) * height) / box.height };
}

/** Puts an element where a rectangle is, in parts of the drawing; where nothing is selected it is marked as open. */
export function drawRectangle(element: HTMLElement | null, geometry: PlotGeometry, range: BrushRectangle): void {
  if (element === null) return;
  const { first, last } = geometry.corners(range);
  element.hidden = false;
  element.toggleAttribute(
    'data-open',
    [range.length.from, range.length.to, range.score.from, range.score.to].every((end) => end === null),
  );
  Object.assign(element.style, atPlace(geometry, first), {
    width: inPercent(Math.max(1, last.x - first.x), geometry.width),
    height: inPercent(Math.max(1, last.y - first.y), geometry.height),
  });
}

interface Drag {
  readonly from: PlotPlace;
  to: PlotPlace;
  /** A finger may still turn out to scroll. */
  readonly mayScroll: boolean;
  begun: boolean;
}

/** Says whether a movement is far enough for a rectangle; a finger that may still be scrolling must first go across. */
function isRectangle({ from, to, mayScroll, begun }: Drag): boolean {
  const [across, along] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return Math.hypot(across, along) >= CLICK && (begun || !mayScroll || across > along);
}

interface BrushOptions {
  readonly geometry: PlotGeometry;
  readonly rectangle: RefObject<HTMLElement | null>;
  readonly range: BrushRectangle;
  readonly onStart: () => void;
  /** It is called at most once a frame. */
  readonly onMove: (found: BrushRectangle) => void;
  /** Called with the rectangle; with null where the drag was given up. */
  readonly onEnd: (found: BrushRectangle | null) => void;
}

/** Says where a press begins a rectangle: opposite the grip that it takes hold of, else under the pointer; null for other buttons. */
function beginning(event: PointerEvent<HTMLElement>, geometry: PlotGeometry, range: BrushRectangle): Drag | null {
  const { button, isPrimary, pointerType, target, currentTarget } = event;
  if (button !== 0 || !isPrimary) return null;
  const to = placeInPlot(currentTarget, geometry, event);
  const grip = target instanceof HTMLElement ? target.dataset['grip'] : undefined;
  const { first, last } = geometry.corners(range);
  if (grip !== undefined) return { from: grip === 'first' ? last : first, to, mayScroll: false, begun: false };
  return { from: to, to, mayScroll: pointerType === 'touch', begun: false };
}

/** Handlers that drag a rectangle: each frame writes to its style, React renders at the end. Fingers drag across, or by the grips; the end of a drag is no click. */
export function useBrush({ geometry, rectangle, range, onStart, onMove, onEnd }: BrushOptions) {
  const drag = useRef<Drag | null>(null);
  const frame = useRef(0);
  const wasDrag = useRef(false);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const found = (): BrushRectangle | null => {
    const { current } = drag;
    if (current === null || !isRectangle(current)) return null;
    if (!current.begun) onStart();
    current.begun = true;
    wasDrag.current = true;
    return geometry.range(current.from, current.to);
  };
  const end = (kept: boolean): void => {
    if (drag.current === null) return;
    const last = kept ? found() : null;
    const { begun } = drag.current;
    drag.current = null;
    cancelAnimationFrame(frame.current);
    if (begun) onEnd(last);
  };
  return {
    isDragging: (): boolean => drag.current?.begun ?? false,
    /** Says, once, whether the click that comes now is the end of a drag. */
    endsDrag: (): boolean => {
      const was = wasDrag.current;
      wasDrag.current = false;
      return was;
    },
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      wasDrag.current = false;
      drag.current = beginning(event, geometry, range);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = drag;
      if (current === null || !event.isPrimary) return;
      current.to = placeInPlot(event.currentTarget, geometry, event);
      // Before that the press may still become a click on the mark under it.
      if (isRectangle(current)) event.currentTarget.setPointerCapture(event.pointerId);
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
