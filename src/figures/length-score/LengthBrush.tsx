import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ANY_CRITIQUE, type CritiqueRange } from '../../cases/wanted.ts';
import { loadCharts } from '../../charts/Live.tsx';
import { OnPhone } from '../../charts/OnPhone.tsx';
import { caseHref } from '../../explore/case-address.ts';
import type { AddressStep } from '../../ui/present-address.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { critiqueSearch } from '../kit/cases-href.ts';
import type { FigureChoices, FigureScope } from '../kit/instance-figure.ts';
import { answerOfAll, LengthAnswer, SELECTED_LISTED, type TextsAnswer, writeAnswer } from './LengthAnswer.tsx';
import { LengthPlot } from './LengthPlot.tsx';
import { type BrushRectangle, type PlotOf, selects } from './plot.ts';
import { RangeInputs } from './RangeInputs.tsx';
import { type BrushedTexts, brushed, type FlatTexts } from './texts.ts';
import { MEASURES } from './words.ts';

const LONGEST = 999_999_999;
/** Milliseconds between two changes of the list while a rectangle is dragged. */
const PACE = 100;

interface LengthBrushProps extends PlotOf {
  readonly choices: FigureChoices;
  readonly scope: FigureScope;
  /** What is asked for, with the view's own measure and part. */
  readonly range: CritiqueRange;
  /** Null until they have come. */
  readonly texts: FlatTexts | null;
  readonly waiting: boolean;
  readonly change: (change: Partial<CritiqueRange>, step?: AddressStep) => void;
  /** Every text is wanted. */
  readonly want: () => void;
}

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
function RangeBar({ view, range, waiting, change, want }: Omit<LengthBrushProps, 'choices' | 'scope' | 'texts'>) {
  const { short, range: ends } = MEASURES[view.of];
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
        label={view.of === 'right' ? 'Wrong 0, right 1' : `${short[0]?.toUpperCase()}${short.slice(1)}`}
        range={range.score}
        step={view.of === 'right' ? 1 : 0.1}
        most={ends[1]}
        change={(score) => change({ score }, 'replace')}
        onFocus={want}
      />
      <span role="status">{waiting ? <Waiting>Fetching every text…</Waiting> : null}</span>
    </div>
  );
}

/** What is said beside the picture: of the rectangle that is dragged now, of the one that was chosen, or of all. */
function useTextsAnswer({ view, shown, range, texts }: Pick<LengthBrushProps, 'view' | 'shown' | 'range' | 'texts'>) {
  const [moving, setMoving] = usePaced<{ readonly rectangle: BrushRectangle; readonly found: BrushedTexts }>();
  const settled = useMemo(() => (texts === null ? null : brushed(texts, range, SELECTED_LISTED)), [texts, range]);
  const found = moving?.found ?? settled;
  const isWhole = shown.length === view.judges.length && moving === null && !selects(range);
  const answer: TextsAnswer | null = isWhole ? answerOfAll(view) : found;
  const isSelected = moving !== null || selects(range);
  return { settled, answer, first: isSelected ? (found?.first ?? []) : null, moving, setMoving };
}

/** Shows the drawing with its brush: a rectangle, or two ranges of numbers, select texts; what they say and their cases follow at once. */
export function LengthBrush(props: LengthBrushProps) {
  const { domain, view, shown, choices, scope, range, texts, change, want } = props;
  const lines = useRef<HTMLDListElement>(null);
  const { settled, answer, first, moving, setMoving } = useTextsAnswer(props);
  const wantAll = useCallback(() => {
    want();
    // Where it does not come, the chart itself says so.
    loadCharts().catch(() => undefined);
  }, [want]);
  const search = critiqueSearch(scope, range);
  const caseAt = (instance: string): string => caseHref(choices.benchmark, { id: instance, list: search });
  const brush = {
    onStart: wantAll,
    onMove: (now: BrushRectangle) => {
      if (texts === null) return;
      const found = brushed(texts, { ...range, ...now }, SELECTED_LISTED);
      writeAnswer(lines.current, view.of, found);
      setMoving({ rectangle: now, found });
    },
    onEnd: (found: BrushRectangle | null) => {
      setMoving(null);
      if (found !== null) change(found);
      else if (settled !== null) writeAnswer(lines.current, view.of, settled);
    },
  };
  const plot = { domain, view, shown, texts, range, caseAt, want: wantAll, ...brush };
  const shownRange = moving === null ? range : { ...range, ...moving.rectangle };
  return (
    <div className="length-score">
      <OnPhone phone={<LengthPlot {...plot} size="phone" />}>
        <LengthPlot {...plot} size="wide" />
      </OnPhone>
      <LengthAnswer
        {...{ view, choices, scope, answer, first, lines }}
        range={shownRange}
        clear={() => change({ length: ANY_CRITIQUE.length, score: ANY_CRITIQUE.score })}
      />
      <RangeBar {...props} want={wantAll} range={shownRange} />
    </div>
  );
}
