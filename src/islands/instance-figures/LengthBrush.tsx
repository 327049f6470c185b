import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ANY_CRITIQUE, type CritiqueRange } from '../../explore/answers.ts';
import { type Brushed, brushed, critiquesOf } from '../../figures/instances/brush.ts';
import type { FigureChoices, FigureScope } from '../../figures/instances/instance-figure.ts';
import type { LengthDrawing, LengthRubric, LengthScoreData } from '../../figures/instances/length-score.ts';
import type { CritiqueTexts } from '../../metrics/texts.ts';
import { Waiting } from '../explore/Status.tsx';
import type { ShownJudge } from './LengthMarks.tsx';
import { LengthPlot } from './LengthPlot.tsx';
import { type Geometry, geometryOf, SIZE } from './length-geometry.ts';
import { RangeInputs } from './RangeInputs.tsx';
import { brushedWords, LISTED, Selected } from './Selected.tsx';
import { drawRectangle, type Rectangle, useBrush } from './use-brush.ts';

/** The chart library is for those who point at marks. */
const LengthChart = lazy(() => import('./LengthChart.tsx').then((module) => ({ default: module.LengthChart })));

const LONGEST = 999_999_999;
/** Milliseconds between two changes of the list while a rectangle is dragged. */
const PACE = 100;

interface LengthBrushProps {
  readonly data: LengthScoreData;
  readonly rubric: LengthRubric & { readonly drawing: LengthDrawing };
  readonly shown: readonly ShownJudge[];
  readonly chosen: string;
  readonly choices: FigureChoices;
  readonly scope: FigureScope;
  readonly range: CritiqueRange;
  /** Null until they have come. */
  readonly texts: CritiqueTexts | null;
  readonly waiting: boolean;
  readonly change: (change: Partial<CritiqueRange>, history?: 'push' | 'replace') => void;
  /** The critiques are wanted. */
  readonly want: () => void;
}

/** Width of an element, from its first layout on. */
function useWidth(): readonly [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState<number>(SIZE.width);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? SIZE.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}

export const selects = ({ length, score }: Rectangle): boolean =>
  [length.from, length.to, score.from, score.to].some((end) => end !== null);

/** A value that follows at most ten times a second, and the setter that it follows. */
function usePaced<T>(): readonly [T | null, (value: T | null) => void] {
  const [value, setValue] = useState<T | null>(null);
  const next = useRef<{ value: T | null; timer: number }>({ value: null, timer: 0 });
  useEffect(() => () => clearTimeout(next.current.timer), []);
  const set = useCallback((latest: T | null) => {
    const { current } = next;
    current.value = latest;
    if (latest === null) {
      clearTimeout(current.timer);
      current.timer = 0;
      setValue(null);
    } else if (current.timer === 0) {
      current.timer = window.setTimeout(() => {
        current.timer = 0;
        setValue(current.value);
      }, PACE);
    }
  }, []);
  return [value, set];
}

interface PlotProps extends Pick<LengthBrushProps, 'data' | 'rubric' | 'shown' | 'chosen'> {
  readonly geometry: Geometry;
  /** Somebody has come near: the drawing is to be alive. */
  readonly near: boolean;
}

function Plot({ data, rubric, shown, chosen, geometry, near }: PlotProps) {
  const still = <LengthPlot data={data} rubric={rubric} shown={shown} chosen={chosen} />;
  if (!near) return still;
  return (
    <Suspense fallback={still}>
      <LengthChart
        data={data}
        rubric={rubric}
        drawing={rubric.drawing}
        shown={shown}
        chosen={chosen}
        geometry={geometry}
      />
    </Suspense>
  );
}

/** The drawing with its brush: a rectangle, or two ranges of numbers, select critiques; their count and cases follow at once. */
export function LengthBrush(props: LengthBrushProps) {
  const { data, rubric, shown, chosen, choices, scope, range, texts, waiting, change, want } = props;
  const [near, setNear] = useState(false);
  const [box, width] = useWidth();
  const geometry = useMemo(() => geometryOf(data.domain, width), [data.domain, width]);
  const all = useMemo(() => (texts === null ? null : critiquesOf(texts, rubric.scorer)), [texts, rubric.scorer]);
  const rectangle = useRef<HTMLDivElement>(null);
  const count = useRef<HTMLOutputElement>(null);
  const [moving, setMoving] = usePaced<{ readonly rectangle: Rectangle; readonly found: Brushed }>();
  const wanted = useMemo((): CritiqueRange => ({ ...range, scorer: rubric.scorer }), [range, rubric.scorer]);
  const settled = useMemo(() => (all === null ? null : brushed(all, wanted, LISTED)), [all, wanted]);
  useEffect(() => drawRectangle(rectangle.current, geometry, range), [geometry, range]);
  const write = (found: Brushed | null): void => {
    if (found !== null && count.current !== null) count.current.textContent = brushedWords(found);
  };
  const brush = useBrush({
    geometry,
    rectangle,
    onStart: want,
    onMove: (now) => {
      if (all === null) return;
      const found = brushed(all, { ...wanted, ...now }, LISTED);
      write(found);
      setMoving({ rectangle: now, found });
    },
    onEnd: (found) => {
      setMoving(null);
      if (found !== null) change(found);
      else {
        write(settled);
        drawRectangle(rectangle.current, geometry, range);
      }
    },
  });
  const plot = useMemo(
    () => <Plot data={data} rubric={rubric} shown={shown} chosen={chosen} geometry={geometry} near={near} />,
    [data, rubric, shown, chosen, geometry, near],
  );
  const found = moving?.found ?? settled;
  const shownRange = moving === null ? wanted : { ...wanted, ...moving.rectangle };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="drawing length-score" tabIndex={0} aria-label="Length and score, drawing">
        <div
          ref={box}
          className="plot-box"
          {...brush}
          onPointerMove={(event) => {
            // Not on entering: the pointer may have been here before the page came alive.
            setNear(true);
            brush.onPointerMove(event);
          }}
        >
          {plot}
          <div ref={rectangle} className="rectangle" hidden />
        </div>
      </section>
      <div className="bar ranges js">
        <RangeInputs
          label="Characters"
          range={shownRange.length}
          step={1}
          most={LONGEST}
          change={(length) => change({ length }, 'replace')}
          onFocus={want}
        />
        <RangeInputs
          label="Score"
          range={shownRange.score}
          step={0.1}
          most={10}
          change={(score) => change({ score }, 'replace')}
          onFocus={want}
        />
        <span role="status">{waiting ? <Waiting counted={false} /> : null}</span>
      </div>
      {found !== null && (moving !== null || selects(range)) ? (
        <Selected
          found={found}
          range={shownRange}
          choices={choices}
          scope={scope}
          count={count}
          clear={() => change({ length: ANY_CRITIQUE.length, score: ANY_CRITIQUE.score })}
        />
      ) : null}
    </>
  );
}
