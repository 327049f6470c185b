import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ANY_CRITIQUE, type CritiqueRange } from '../../cases/wanted.ts';
import { OnPhone } from '../../charts/Drawing.tsx';
import { loadCharts } from '../../charts/Live.tsx';
import { caseHref } from '../../explore/case-address.ts';
import { numberWords } from '../../schema/words.ts';
import type { Outcome } from '../../stats/intervals.ts';
import type { LengthSlope } from '../../stats/length.ts';
import { RangeBoxes } from '../../ui/boxes.tsx';
import { Button } from '../../ui/layout.tsx';
import { Waiting } from '../../ui/loading.tsx';
import { countOf } from '../../ui/number-words.ts';
import type { AddressStep } from '../../ui/use-url.ts';
import {
  critiqueHref,
  critiqueSearch,
  type FigureChoices,
  type FigureScope,
  type LinkScope,
} from '../kit/case-figure.ts';
import {
  type BrushedTexts,
  brushed,
  doublingWords,
  type FlatTexts,
  type LengthView,
  MEASURES,
  meanWords,
  nounOf,
} from './data.ts';
import { LengthPlot } from './LengthPlot.tsx';
import { type BrushRectangle, type PlotOf, selects } from './plot.ts';

const SELECTED_LISTED = 24;

type TextsAnswer = Pick<BrushedTexts, 'texts' | 'cases' | 'mean' | 'slope'>;

export function answerOfAll({ n, cases, mean, shared, sharedReason }: LengthView): TextsAnswer {
  const slope: Outcome<Pick<LengthSlope, 'slope' | 'lo' | 'hi'>> =
    shared === null ? { value: null, reason: sharedReason } : { value: shared, reason: '' };
  return { texts: n, cases, mean, slope: slope as TextsAnswer['slope'] };
}

/** Writes the answer line by line: how many, their mean, and what twice the length goes with. */
function answerLines(of: LengthView['of'], { texts, cases, mean, slope }: TextsAnswer): readonly string[] {
  const count = `${countOf(texts, nounOf(of))} of ${countOf(cases, 'case')}`;
  if (texts === 0) return [count, 'no mean', 'no slope: nothing lies in the rectangle'];
  const twice = slope.value === null ? `no slope: ${slope.reason}` : doublingWords(of, slope.value);
  return [count, meanWords(of, mean), twice];
}

const HEADS = ['Selected', 'Mean', 'Twice as long'] as const;

interface LengthAnswerProps extends LinkScope {
  readonly view: LengthView;
  /** Null while it cannot be known. */
  readonly answer: TextsAnswer | null;
  /** The first cases in the rectangle; null where nothing is selected. */
  readonly first: readonly string[] | null;
  readonly range: CritiqueRange;
  /** The element of the numbers, which is written to while a rectangle is dragged. */
  readonly lines: RefObject<HTMLDListElement | null>;
  readonly clear: () => void;
}

function writeAnswer(list: HTMLElement | null, of: LengthView['of'], answer: TextsAnswer): void {
  const words = answerLines(of, answer);
  list?.querySelectorAll('dd').forEach((line, i) => {
    line.textContent = words[i] ?? '';
  });
}

function LengthAnswer({ view, answer, first, range, lines, clear, ...links }: LengthAnswerProps) {
  const { of } = view;
  const words = answer === null ? [] : answerLines(of, answer);
  const search = critiqueSearch(links.scope, range);
  return (
    <div className="brushed">
      <dl className="grid gap-2 around-2" ref={lines}>
        {HEADS.map((head, i) => (
          <div key={head}>
            <dt className="small">
              {i === 0 && first === null
                ? 'All'
                : i === 1
                  ? of === 'right'
                    ? 'Right'
                    : `Mean ${MEASURES[of].short}`
                  : head}
            </dt>
            <dd className="m-0 bold">{words[i] ?? '…'}</dd>
          </div>
        ))}
      </dl>
      {first === null ? (
        <p className="about js">Drag a rectangle over the picture, or type two ranges, to ask about a part of it.</p>
      ) : (
        <>
          <p>
            {answer === null || answer.cases === 0 ? (
              <span className="about">No case lies in it.</span>
            ) : (
              <a href={critiqueHref(links, range)}>
                Open {answer.cases === 1 ? 'this case' : `these ${numberWords(answer.cases)} cases`} in the explorer
              </a>
            )}
            <Button look="quiet" onClick={clear}>
              Clear
            </Button>
          </p>
          <ol className="grid m-0 text-small breaks no-list overflow-y-auto" aria-label="Selected cases">
            {first.map((instance) => (
              <li key={instance}>
                <a href={caseHref(links.choices.benchmark, { id: instance, list: search })}>{instance}</a>
              </li>
            ))}
            {answer !== null && answer.cases > first.length ? (
              <li>and {numberWords(answer.cases - first.length)} more</li>
            ) : null}
          </ol>
        </>
      )}
    </div>
  );
}

const LONGEST = 999_999_999;
/** Milliseconds between two changes of the list while a rectangle is dragged. */
const PACE = 100;

interface LengthBrushProps extends PlotOf {
  readonly choices: FigureChoices;
  readonly scope: FigureScope;
  readonly range: CritiqueRange;
  readonly texts: FlatTexts | null;
  readonly waiting: boolean;
  readonly change: (change: Partial<CritiqueRange>, step?: AddressStep) => void;
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

function RangeBar({ view, range, waiting, change, want }: Omit<LengthBrushProps, 'choices' | 'scope' | 'texts'>) {
  const { short, range: ends } = MEASURES[view.of];
  return (
    <div className="bar ranges js">
      <fieldset className="range flex wrap gap-2 items-center m-0 border-0 small">
        <legend>Characters</legend>
        <RangeBoxes
          range={range.length}
          most={LONGEST}
          change={(length) => change({ length }, 'replace')}
          onFocus={want}
        />
      </fieldset>
      <fieldset className="range flex wrap gap-2 items-center m-0 border-0 small">
        <legend>{view.of === 'right' ? 'Wrong 0, right 1' : `${short[0]?.toUpperCase()}${short.slice(1)}`}</legend>
        <RangeBoxes
          range={range.score}
          step={view.of === 'right' ? 1 : 0.1}
          most={ends[1]}
          change={(score) => change({ score }, 'replace')}
          onFocus={want}
        />
      </fieldset>
      <span role="status">{waiting ? <Waiting>Fetching every text…</Waiting> : null}</span>
    </div>
  );
}

function useTextsAnswer({ view, shown, range, texts }: Pick<LengthBrushProps, 'view' | 'shown' | 'range' | 'texts'>) {
  const [moving, setMoving] = usePaced<{ readonly rectangle: BrushRectangle; readonly found: BrushedTexts }>();
  const settled = useMemo(() => (texts === null ? null : brushed(texts, range, SELECTED_LISTED)), [texts, range]);
  const found = moving?.found ?? settled;
  const isWhole = shown.length === view.judges.length && moving === null && !selects(range);
  const answer: TextsAnswer | null = isWhole ? answerOfAll(view) : found;
  const isSelected = moving !== null || selects(range);
  return { settled, answer, first: isSelected ? (found?.first ?? []) : null, moving, setMoving };
}

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
    <div className="length-score grid gap-2 gap-x-5">
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
