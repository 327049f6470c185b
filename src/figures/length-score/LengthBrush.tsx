import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ANY_CRITIQUE, type CritiqueRange } from '../../cases/wanted.ts';
import { numberWords } from '../../ui/number-words.ts';
import type { AddressStep } from '../../ui/present-address.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import type { FigureChoices, FigureScope } from '../kit/instance-figure.ts';
import { type BrushedCritiques, brushed, type Critiques } from './brush.ts';
import { type LengthPlotProps, LengthPlots } from './LengthPlot.tsx';
import { cssPercent, geometryOf, PLOT_SIZE } from './length-geometry.ts';
import { RangeInputs } from './RangeInputs.tsx';
import { brushedWords, SELECTED_LISTED, SelectedCritiques } from './Selected.tsx';
import { type BrushRectangle, drawRectangle, GRIPS, useBrush } from './use-brush.ts';
import { type LengthMark, useReading } from './use-reading.ts';

interface MarkTipProps {
  readonly mark: LengthMark;
  /** Brought into view, if it is not. */
  readonly shown: boolean;
}

/** Says what a mark stands for, beside it, on the side where there is room. */
function MarkTip({ mark, shown }: MarkTipProps) {
  const { label, length, score, n, x, y } = mark;
  const box = useRef<HTMLOutputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark stands elsewhere
  useEffect(() => {
    if (shown) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [mark, shown]);
  const sides = `${x > PLOT_SIZE.width / 2 ? ' left' : ''}${y > PLOT_SIZE.height / 2 ? ' above' : ''}`;
  return (
    <output
      ref={box}
      className={`tip${sides}`}
      style={{ left: cssPercent(x, PLOT_SIZE.width), top: cssPercent(y, PLOT_SIZE.height) }}
    >
      <b>{label}</b>
      <span>
        {n > 1 ? `mean of ${numberWords(n)} critiques: ` : ''}score {Number(score.toFixed(2))},{' '}
        {numberWords(Math.round(length))} characters
      </span>
    </output>
  );
}

const LONGEST = 999_999_999;
/** Milliseconds between two changes of the list while a rectangle is dragged. */
const PACE = 100;

interface LengthBrushProps extends Omit<LengthPlotProps, 'geometry'> {
  readonly choices: FigureChoices;
  readonly scope: FigureScope;
  readonly range: CritiqueRange;
  /** Null until they have come. */
  readonly all: Critiques | null;
  readonly waiting: boolean;
  readonly change: (change: Partial<CritiqueRange>, step?: AddressStep) => void;
  /** The critiques are wanted. */
  readonly want: () => void;
}

export const selects = ({ length, score }: BrushRectangle): boolean =>
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

/** Offers the same ranges as numbers to type. */
function RangeBar({ range, waiting, change, want }: Pick<LengthBrushProps, 'range' | 'waiting' | 'change' | 'want'>) {
  return (
    <div className="bar ranges js">
      <RangeInputs
        label="Characters"
        range={range.length}
        step={1}
        most={LONGEST}
        change={(length) => change({ length }, 'replace')}
        onFocus={want}
      />
      <RangeInputs
        label="Score"
        range={range.score}
        step={0.1}
        most={10}
        change={(score) => change({ score }, 'replace')}
        onFocus={want}
      />
      <span role="status">{waiting ? <Waiting>Opening the cases…</Waiting> : null}</span>
    </div>
  );
}

/** Says what a pointer does in the drawing: it reads the mark that it is at, unless it drags the rectangle. */
function pointing(reading: ReturnType<typeof useReading>, { isDragging, ...brush }: ReturnType<typeof useBrush>) {
  return {
    ...brush,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      reading.point(event);
      brush.onPointerDown(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging()) reading.point(event);
      brush.onPointerMove(event);
    },
    onPointerLeave: ({ pointerType }: PointerEvent<HTMLElement>) => {
      // A finger also leaves whenever it is lifted; the mark then stays.
      if (pointerType !== 'touch') reading.leave();
    },
  };
}

/** Shows the drawing with its brush: a rectangle, or two ranges of numbers, select critiques; their count and cases follow at once. */
export function LengthBrush(props: LengthBrushProps) {
  const { data, rubric, shown, chosen, choices, scope, range, all, waiting, change, want } = props;
  const geometry = useMemo(() => geometryOf(data.domain), [data.domain]);
  const rectangle = useRef<HTMLDivElement>(null);
  const count = useRef<HTMLOutputElement>(null);
  const [moving, setMoving] = usePaced<{ readonly rectangle: BrushRectangle; readonly found: BrushedCritiques }>();
  const wanted = useMemo((): CritiqueRange => ({ ...range, scorer: rubric.scorer }), [range, rubric.scorer]);
  const settled = useMemo(() => (all === null ? null : brushed(all, wanted, SELECTED_LISTED)), [all, wanted]);
  useEffect(() => drawRectangle(rectangle.current, geometry, range), [geometry, range]);
  const write = (found: BrushedCritiques | null): void => {
    if (found !== null && count.current !== null) count.current.textContent = brushedWords(found);
  };
  const reading = useReading(rubric.drawing, shown, geometry);
  const brush = useBrush({
    geometry,
    rectangle,
    range,
    onStart: () => {
      reading.leave();
      want();
    },
    onMove: (now) => {
      if (all === null) return;
      const found = brushed(all, { ...wanted, ...now }, SELECTED_LISTED);
      write(found);
      setMoving({ rectangle: now, found });
    },
    onEnd: (found) => {
      setMoving(null);
      if (found !== null) return change(found);
      write(settled);
      drawRectangle(rectangle.current, geometry, range);
    },
  });
  const found = moving?.found ?? settled;
  const shownRange = moving === null ? wanted : { ...wanted, ...moving.rectangle };
  return (
    <>
      <ScrollBox
        className="drawing length-score"
        label="Length and score, drawing"
        onKeyDown={reading.onKeyDown}
        onBlur={reading.leave}
      >
        <div className="plot-box" {...pointing(reading, brush)}>
          <LengthPlots data={data} rubric={rubric} shown={shown} chosen={chosen} geometry={geometry} />
          <div ref={rectangle} className="rectangle" hidden>
            {GRIPS.map((grip) => (
              <span key={grip} data-grip={grip} />
            ))}
          </div>
          {reading.mark === null ? null : <MarkTip mark={reading.mark} shown={reading.walked} />}
        </div>
      </ScrollBox>
      <RangeBar {...{ range: shownRange, waiting, change, want }} />
      {found !== null && (moving !== null || selects(range)) ? (
        <SelectedCritiques
          {...{ found, choices, scope, count }}
          range={shownRange}
          clear={() => change({ length: ANY_CRITIQUE.length, score: ANY_CRITIQUE.score })}
        />
      ) : null}
    </>
  );
}
