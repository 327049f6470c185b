import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { scaleOn } from '../charts/axis.ts';
import type { ChartSize, PointsChart } from '../charts/chart.ts';
import { Drawing, OnPhone, SpareNames } from '../charts/Drawing.tsx';
import { Chart } from '../charts/Live.tsx';
import { pointsLayout } from '../charts/layouts.ts';
import type { PlotView } from './plot-chart.ts';
import type { PlotZoom } from './state.ts';

/** A press that moves less, in px, is a click. */
const LEAST = 8;
const DIGITS = 4;

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Press extends Place {
  isDrag: boolean;
}

const short = (value: number): number => Number(value.toPrecision(DIGITS));

/** Reads the part of both axes that lies between two places of the window; null where it is too small to be meant. */
function zoomOf(
  chart: PointsChart,
  svg: Pick<DOMRect, 'left' | 'top' | 'width'>,
  { from, to }: { readonly from: Place; readonly to: Place },
): PlotZoom | null {
  const { width, plot } = pointsLayout(chart);
  const scale = width / svg.width;
  const [across, up] = [scaleOn(chart.x, plot.left, plot.right), scaleOn(chart.y, plot.bottom, plot.top)];
  const ends = (a: number, b: number): readonly [number, number] => [short(Math.min(a, b)), short(Math.max(a, b))];
  const x = ends(across.invert((from.x - svg.left) * scale), across.invert((to.x - svg.left) * scale));
  const y = ends(up.invert((from.y - svg.top) * scale), up.invert((to.y - svg.top) * scale));
  return x[0] < x[1] && y[0] < y[1] ? { x, y } : null;
}

function cover(box: HTMLElement, from: Press, to: Place): void {
  const around = box.parentElement?.getBoundingClientRect();
  if (around === undefined) return;
  box.hidden = false;
  box.style.left = `${Math.min(from.x, to.x) - around.left}px`;
  box.style.top = `${Math.min(from.y, to.y) - around.top}px`;
  box.style.width = `${Math.abs(to.x - from.x)}px`;
  box.style.height = `${Math.abs(to.y - from.y)}px`;
}

/** Lets a pointer or a finger drag a rectangle in a drawing, which is shown in `rectangle`; what it holds is told when it ends. */
function useZoomDrag(rectangle: RefObject<HTMLElement | null>, onZoom: (zoom: PlotZoom) => void) {
  const press = useRef<Press | null>(null);
  const wasDrag = useRef(false);
  const end = (): void => {
    press.current = null;
    if (rectangle.current !== null) rectangle.current.hidden = true;
  };
  return (chart: PointsChart) => ({
    onPointerDown: ({ button, isPrimary, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      wasDrag.current = false;
      press.current = button === 0 && isPrimary ? { x, y, isDrag: false } : null;
    },
    onPointerMove: ({ clientX: x, clientY: y, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      const from = press.current;
      if (from === null || (!from.isDrag && Math.hypot(x - from.x, y - from.y) < LEAST)) return;
      if (!from.isDrag) currentTarget.setPointerCapture(pointerId);
      from.isDrag = true;
      if (rectangle.current !== null) cover(rectangle.current, from, { x, y });
    },
    onPointerUp: ({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) => {
      const from = press.current;
      const svg = currentTarget.querySelector('svg');
      end();
      if (from === null || !from.isDrag || svg === null) return;
      wasDrag.current = true;
      const zoom = zoomOf(chart, svg.getBoundingClientRect(), { from, to: { x, y } });
      if (zoom !== null) onZoom(zoom);
    },
    onPointerCancel: end,
    // A drag is no click on the mark where it ends.
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!wasDrag.current) return;
      wasDrag.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
}

interface PlotDrawingProps {
  readonly view: PlotView;
  readonly onZoom: (zoom: PlotZoom) => void;
  readonly onPin: (judge: string) => void;
}

const wordsOf = (mark: Element | null): string => mark?.getAttribute('aria-label') ?? '';

/** Keeps the focus on a mark when the drawing is redrawn. `inside` lies in the drawing's box; the result is told whose mark has the focus. */
function useFocusThroughRedraw(inside: RefObject<HTMLElement | null>): (label: string) => void {
  const kept = useRef('');
  useEffect(() => {
    const box = inside.current?.parentElement;
    if (!box) return;
    const watch = new MutationObserver(() => {
      // A mark that is taken out of the page leaves the focus to the page itself.
      if (kept.current === '' || document.activeElement !== document.body) return;
      const marks = [...box.querySelectorAll('a')].filter((mark) => mark.getClientRects().length > 0);
      marks.find((mark) => wordsOf(mark).startsWith(`${kept.current}: `))?.focus({ preventScroll: true });
    });
    watch.observe(box, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [inside]);
  return (label) => {
    kept.current = label;
  };
}

/** Draws the plot. A mark pins its judge at a click, a tap or Enter; a dragged rectangle is shown larger. */
export function PlotDrawing({ view, onZoom, onPin }: PlotDrawingProps) {
  const rectangle = useRef<HTMLDivElement>(null);
  const dragged = useZoomDrag(rectangle, onZoom);
  const keepFocus = useFocusThroughRedraw(rectangle);
  const pin = (target: EventTarget): string | null => {
    // A mark is known by its name and not by its place: the drawing may still be that of another choice.
    const words = wordsOf(target instanceof Element ? target.closest('a') : null);
    const point = view.inView.find(({ label }) => words.startsWith(`${label}: `));
    if (point === undefined) return null;
    onPin(point.judge.id);
    return point.label;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const label = pin(event.target);
    if (label === null) return;
    keepFocus(label);
    event.preventDefault();
  };
  const drawn = (size: ChartSize) => {
    const chart = view.chart(size);
    const onClick = (event: MouseEvent<HTMLElement>): void => void pin(event.target);
    return (
      <>
        <Chart className={size} chart={chart} {...dragged(chart)} onClick={onClick} onKeyDown={onKeyDown} />
        <SpareNames chart={chart} />
      </>
    );
  };
  return (
    <Drawing of={view.chart('wide').title} className="plot-drawing all-named relative">
      <OnPhone phone={drawn('phone')}>{drawn('wide')}</OnPhone>
      <div ref={rectangle} className="zoom-rectangle absolute no-pointer" hidden />
    </Drawing>
  );
}
