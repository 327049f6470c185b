import { type ComponentProps, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '../ui/island.tsx';
import { usePart } from '../ui/loading.tsx';
import type { ChartData } from './chart.ts';
import {
  barsLayout,
  type ChartLayout,
  dotsLayout,
  drawnUnits,
  pointsLayout,
  rowsLayout,
  slopesLayout,
} from './layouts.ts';

/** Draws a chart while a page is rendered on the server; null in the page itself, which knows neither Recharts nor a document of Node then. */
const drawServed = import.meta.env.SSR ? (await import('./prerender.ts')).prerendered : null;

function chartLayoutOf(chart: ChartData): ChartLayout {
  switch (chart.kind) {
    case 'rows':
      return rowsLayout(chart);
    case 'dots':
      return dotsLayout(chart);
    case 'bars':
      return barsLayout(chart);
    case 'slopes':
      return slopesLayout(chart);
    case 'points':
    case 'cloud':
      return pointsLayout(chart);
  }
}

/** Says whether a chart has something to draw; without a row, bar, point or series it would be an empty box. */
function hasValues(chart: ChartData): boolean {
  if (chart.kind === 'points') return chart.points.length > 0;
  return (chart.kind === 'cloud' ? chart.series : chart.rows).length > 0;
}

interface WaitingChart {
  readonly box: Element;
  readonly draw: () => void;
}

const waiting = new Set<WaitingChart>();
let isAsked = false;

const isInView = ({ box }: WaitingChart): boolean => {
  const { top, bottom } = box.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

function drawNext(): void {
  isAsked = false;
  const all = [...waiting];
  const next = all.find(isInView) ?? all[0];
  if (next === undefined) return;
  waiting.delete(next);
  next.draw();
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) ask((draw) => requestIdleCallback(draw, { timeout: 200 }));
  else ask(setTimeout);
}

function ask(later: (draw: () => void) => void): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  later(drawNext);
}

/** Draws a chart when it is its turn: the first in view at once, then one whenever the page is idle. Gives what takes the turn back. */
function takeTurn(box: Element, draw: () => void): () => void {
  const one = { box, draw };
  waiting.add(one);
  // When all that change together have asked.
  ask(queueMicrotask);
  return () => waiting.delete(one);
}

type DrawnModule = typeof import('./DrawnChart.tsx');

/** The code that draws, once it has come. */
let drawnModule: DrawnModule | null = null;

/** Loads the code that draws charts in the page: what draws at once, on no served page, waits for it. */
export async function loadCharts(): Promise<DrawnModule> {
  const module = await import('./DrawnChart.tsx');
  // A script that arrives empty is no fault to the browser; `usePart` tells.
  if ('DrawnChart' in module) drawnModule = module;
  return module;
}

interface ChartProps extends Omit<ComponentProps<'div'>, 'children' | 'ref' | 'title' | 'role'> {
  readonly chart: ChartData;
}

/** The same object each time: React leaves the served drawing as it is. */
const AS_SERVED = { __html: '' } as const;

/** Gives the chart that is drawn in the page, once it is its turn; null while the served drawing stands there. */
function useTurn(
  chart: ChartData,
  { wanted, box }: { readonly wanted: boolean; readonly box: RefObject<Element | null> },
) {
  // Where the code is there already, a chart that is new is drawn at once.
  const [shown, setShown] = useState(wanted && drawnModule !== null ? chart : null);
  const { module, notice, isMissing } = usePart(wanted && drawnModule === null ? loadCharts : null);
  const code = drawnModule ?? module;
  const isDue = wanted && code !== null && shown !== chart;
  useEffect(() => {
    if (!isDue || box.current === null) return;
    // At once, so that no two charts are drawn in one task.
    return takeTurn(box.current, () => flushSync(() => setShown(chart)));
  }, [isDue, chart, box]);
  return { shown, code, notice, isMissing };
}

/** The same data are the same chart, whatever renders it. */
function useSame(chart: ChartData): { readonly chart: ChartData; readonly key: string } {
  const key = JSON.stringify(chart);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the chart
  return useMemo(() => ({ chart, key }), [key]);
}

/** The chart that tells for all of a page that the code which draws them does not come. */
let speaker = '';

function useSpeaker(hasNews: boolean): boolean {
  const id = useId();
  const [speaks, setSpeaks] = useState(false);
  useEffect(() => {
    if (!hasNews) return;
    if (speaker === '') speaker = id;
    setSpeaks(speaker === id);
    return () => {
      if (speaker === id) speaker = '';
    };
  }, [hasNews, id]);
  return hasNews && speaks;
}

function ChartInPage({ chart: given, ...box }: ChartProps) {
  const isHydrated = useHydrated();
  const { chart, key } = useSame(given);
  const [served] = useState(isHydrated ? null : key);
  const ref = useRef<HTMLDivElement>(null);
  const [hasChanged, setHasChanged] = useState(false);
  const wanted = served !== key || hasChanged;
  if (wanted && !hasChanged) setHasChanged(true);
  const { shown, code, notice, isMissing } = useTurn(chart, { wanted, box: ref });
  const speaks = useSpeaker(notice !== null);
  const { width, height } = chartLayoutOf(chart);
  const isServed = served !== null && shown === null;
  return (
    <>
      {isServed && isMissing ? <p className="behind">This still shows the previous choice.</p> : null}
      {speaks ? notice : null}
      {isServed ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is put in, what was served stays
        <div {...box} key="served" ref={ref} suppressHydrationWarning dangerouslySetInnerHTML={AS_SERVED} />
      ) : (
        <div {...box} key="live" ref={ref}>
          {shown === null || code === null ? (
            <p className="chart-room grid m-0 ink-3" style={{ aspectRatio: `${width} / ${height}` }}>
              {isMissing ? null : 'Drawing…'}
            </p>
          ) : (
            <code.DrawnChart chart={shown} />
          )}
        </div>
      )}
    </>
  );
}

/** A chart, complete as it is served, without Recharts; once its data change it is redrawn in its place. Where that code does not come, the served drawing stays and says so. */
export function Chart({ chart, className = '', ...events }: ChartProps) {
  if (!hasValues(chart)) return <p className="about">There are no values to draw.</p>;
  const box = { ...events, className: `chart ${className}`.trimEnd(), style: drawnUnits(chartLayoutOf(chart).width) };
  if (drawServed === null) return <ChartInPage {...box} chart={chart} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of ours, made by Recharts and React
  return <div {...box} dangerouslySetInnerHTML={{ __html: drawServed(chart) }} />;
}
