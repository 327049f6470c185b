import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { CritiqueRange } from '../../cases/wanted.ts';
import { cssPercent, type LengthGeometry, PLOT_SIZE, type PlotPlace, placeInPlot } from './length-geometry.ts';

export type BrushRectangle = Pick<CritiqueRange, 'length' | 'score'>;

/** The corners that a finger can take hold of: the upper left, the lower right one. */
export const GRIPS = ['first', 'last'] as const;

/** A movement below this is a click, which selects nothing. */
const CLICK = 4;

/** Room for rounding, in characters, so that a corner that stays where it was keeps its length. */
const ROUNDING = 1e-6;

const tenth = (score: number): number => Math.min(10, Math.max(0, Math.round(score * 10) / 10));

/** Gives the range between two corners, in whole characters and tenths of a point. */
function rectangleOf({ lengthAt, scoreAt }: LengthGeometry, a: PlotPlace, b: PlotPlace): BrushRectangle {
  const [low, high] = [scoreAt(Math.max(a.y, b.y)), scoreAt(Math.min(a.y, b.y))];
  return {
    length: {
      from: Math.max(1, Math.ceil(lengthAt(Math.min(a.x, b.x)) - ROUNDING)),
      to: Math.max(1, Math.floor(lengthAt(Math.max(a.x, b.x)) + ROUNDING)),
    },
    score: { from: tenth(low), to: tenth(high) },
  };
}

/** Gives the upper left and the lower right corner; an open end is at the edge of the plot. */
function cornersOf(
  { x, y }: LengthGeometry,
  { length, score }: BrushRectangle,
): Readonly<Record<(typeof GRIPS)[number], PlotPlace>> {
  return {
    first: { x: x(length.from ?? 1e-9), y: y(score.to ?? 11) },
    last: { x: x(length.to ?? Number.MAX_VALUE), y: y(score.from ?? -1) },
  };
}

/** Puts an element where a rectangle is, in parts of the drawing; where nothing is selected it is marked as open. */
export function drawRectangle(element: HTMLElement | null, geometry: LengthGeometry, rectangle: BrushRectangle): void {
  if (element === null) return;
  const { length, score } = rectangle;
  const { first, last } = cornersOf(geometry, rectangle);
  element.hidden = false;
  element.toggleAttribute(
    'data-open',
    [length.from, length.to, score.from, score.to].every((end) => end === null),
  );
  element.style.left = cssPercent(first.x, PLOT_SIZE.width);
  element.style.top = cssPercent(first.y, PLOT_SIZE.height);
  element.style.width = cssPercent(Math.max(1, last.x - first.x), PLOT_SIZE.width);
  element.style.height = cssPercent(Math.max(1, last.y - first.y), PLOT_SIZE.height);
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
  readonly geometry: LengthGeometry;
  readonly rectangle: RefObject<HTMLElement | null>;
  readonly range: BrushRectangle;
  /** Somebody begins. */
  readonly onStart: () => void;
  /** It is called at most once a frame. */
  readonly onMove: (found: BrushRectangle) => void;
  /** Called with the rectangle; with null after a click, or where the drag was given up. */
  readonly onEnd: (found: BrushRectangle | null) => void;
}

/** Says where a press begins a rectangle: opposite the grip that it takes hold of, else under the pointer; null for other buttons. */
function beginning(event: PointerEvent<HTMLElement>, geometry: LengthGeometry, range: BrushRectangle): Drag | null {
  const { button, isPrimary, pointerType, target, currentTarget } = event;
  if (button !== 0 || !isPrimary) return null;
  const to = placeInPlot(currentTarget, event);
  const grip = target instanceof HTMLElement ? target.dataset['grip'] : undefined;
  const { first, last } = cornersOf(geometry, range);
  if (grip !== undefined) return { from: grip === 'first' ? last : first, to, mayScroll: false, begun: false };
  return { from: to, to, mayScroll: pointerType === 'touch', begun: false };
}

/**
 * Gives handlers that drag a rectangle over an element. Each frame writes to the rectangle's style and calls `onMove`; React renders
 * nothing until the end. Fingers drag across, or by the grips; up and down they scroll the page.
 */
export function useBrush({ geometry, rectangle, range, onStart, onMove, onEnd }: BrushOptions) {
  const drag = useRef<Drag | null>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const found = (): BrushRectangle | null => {
    const { current } = drag;
    if (current === null || !isRectangle(current)) return null;
    if (!current.begun) onStart();
    current.begun = true;
    return rectangleOf(geometry, current.from, current.to);
  };
  const end = (kept: boolean): void => {
    if (drag.current === null) return;
    const last = kept ? found() : null;
    drag.current = null;
    cancelAnimationFrame(frame.current);
    onEnd(last);
  };
  return {
    isDragging: (): boolean => drag.current?.begun ?? false,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const begins = beginning(event, geometry, range);
      if (begins === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = begins;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (drag.current === null || !event.isPrimary) return;
      drag.current.to = placeInPlot(event.currentTarget, event);
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
