import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
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

/** Draws the plot. A mark pins its judge at a click, a tap or Enter; a dragged rectangle is shown larger. */
export function PlotDrawing({ view, onZoom, onPin }: PlotDrawingProps) {
  const rectangle = useRef<HTMLDivElement>(null);
  const dragged = useZoomDrag(rectangle, onZoom);
  const pin = ({ target }: { target: EventTarget }): boolean => {
    // A mark is known by its name and not by its place: the drawing may still be that of another choice.
    const words = (target instanceof Element ? target.closest('a') : null)?.getAttribute('aria-label') ?? '';
    const point = view.inView.find(({ label }) => words.startsWith(`${label}: `));
    if (point === undefined) return false;
    onPin(point.judge.id);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // The marks are drawn anew, so the focus waits where the next arrow key finds them.
    const box = event.currentTarget.closest<HTMLElement>('[data-marks]');
    if (!pin(event)) return;
    event.preventDefault();
    box?.focus();
  };
  const drawn = (size: ChartSize) => {
    const chart = view.chart(size);
    const onClick = (event: MouseEvent<HTMLElement>): void => void pin(event);
    return <Chart className={size} chart={chart} {...dragged(chart)} onClick={onClick} onKeyDown={onKeyDown} />;
  };
  return (
    <Drawing of={view.chart('wide').title} className="plot-drawing">
      <OnPhone phone={drawn('phone')}>{drawn('wide')}</OnPhone>
      <div ref={rectangle} className="zoom-rectangle" hidden />
    </Drawing>
  );
}
