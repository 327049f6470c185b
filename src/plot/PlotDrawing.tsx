import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import type { ChartSize } from '../charts/chart.ts';
import { Drawing } from '../charts/Drawing.tsx';
import { Chart } from '../charts/Live.tsx';
import { OnPhone } from '../charts/OnPhone.tsx';
import type { PlotView } from './plot-chart.ts';
import type { PlotZoom } from './state.ts';
import { useZoomDrag } from './use-drag.ts';

interface PlotDrawingProps {
  readonly view: PlotView;
  readonly onZoom: (zoom: PlotZoom) => void;
  /** Pins a judge, or lets go of it. */
  readonly onPin: (judge: string) => void;
}

const wordsOf = (mark: Element | null): string => mark?.getAttribute('aria-label') ?? '';

/**
 * Keeps the focus on a mark through a drawing that is made anew: the next arrow key goes on from there. `inside` lies in the drawing's box;
 * gives what is told which judge has the focus.
 */
function useKeptFocus(inside: RefObject<HTMLElement | null>): (label: string) => void {
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
  const keepFocus = useKeptFocus(rectangle);
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
    return <Chart className={size} chart={chart} {...dragged(chart)} onClick={onClick} onKeyDown={onKeyDown} />;
  };
  return (
    <Drawing of={view.chart('wide').title} className="plot-drawing">
      <OnPhone phone={drawn('phone')}>{drawn('wide')}</OnPhone>
      <div ref={rectangle} className="zoom-rectangle" hidden />
    </Drawing>
  );
}
