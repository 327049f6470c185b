import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { CritiqueRange } from '../../cases/wanted.ts';
import { axisOf, logDomainOf, scaleOn } from '../../charts/axis.ts';
import type { ChartSize, CloudChart, PointsChart, StraightLine } from '../../charts/chart.ts';
import type { MarkCloud } from '../../charts/cloud.ts';
import { pointsLayout } from '../../charts/layouts.ts';
import { seriesLook } from '../../charts/mark-kinds.tsx';
import type { DrawnEdges } from '../../charts/names.ts';
import { numberWords } from '../../ui/number-words.ts';
import {
  type FlatTexts,
  flatTexts,
  type LengthJudge,
  type LengthScoreData,
  type LengthView,
  MEASURES,
  meanWords,
  nounOf,
  spread,
} from './data.ts';

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

/** One of the judges shown, with its place among all: colour and mark stay when others are hidden. */
export interface ShownJudge {
  readonly judge: LengthJudge;
  readonly index: number;
}

export interface PlotOf {
  readonly domain: LengthScoreData['domain'];
  readonly view: LengthView;
  readonly shown: readonly ShownJudge[];
}

/** A place of a line: a length as its logarithm, and a value. */
type LinePlace = readonly [logLength: number, value: number];

/** Gives the part of a line on which values are possible: none is drawn where no score can be. */
function possibleLine(from: LinePlace, to: LinePlace, [least, most]: readonly [number, number]): StraightLine | null {
  const slope = (to[1] - from[1]) / (to[0] - from[0]);
  const reach = [least, most].map((value) => from[0] + (value - from[1]) / slope).sort((a, b) => a - b);
  const isLevel = !Number.isFinite(slope) || slope === 0;
  const [start, end] = isLevel ? [from[0], to[0]] : [Math.max(from[0], reach[0] ?? 0), Math.min(to[0], reach[1] ?? 0)];
  if (start > end) return null;
  const at = (logLength: number) =>
    [Math.exp(logLength), from[1] + (isLevel ? 0 : slope * (logLength - from[0]))] as const;
  return [at(start), at(end)];
}

function sharedLine({ of, shared, judges, mean, n }: LengthView): CloudChart['shared'] {
  const lines = judges.flatMap(({ line }) => line.map(({ logLength }) => logLength));
  if (shared === null || lines.length === 0) return null;
  const length = judges.reduce((sum, judge) => sum + (Math.log(judge.length) * judge.n) / n, 0);
  const place = (logLength: number): LinePlace => [logLength, mean + shared.slope * (logLength - length)];
  return possibleLine(place(Math.min(...lines)), place(Math.max(...lines)), MEASURES[of].range);
}

function trendOf({ line }: LengthJudge, { of }: LengthView): Pick<CloudChart['series'][number], 'trend' | 'band'> {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return { trend: null, band: [] };
  const { range } = MEASURES[of];
  const within = (value: number): number => Math.min(range[1], Math.max(range[0], value));
  return {
    trend: possibleLine([first.logLength, first.mean], [last.logLength, last.mean], range),
    band: line.map(({ logLength, lo, hi }) => ({ x: Math.exp(logLength), lo: within(lo), hi: within(hi) })),
  };
}

const roomOf = ({ of, parts }: LengthView) => ({
  parts,
  edge: parts === 0 ? 0 : Math.min(MEASURES[of].edge, 0.5 / parts),
});

const servedMarks = (view: LengthView, { length, value }: LengthJudge['served']) =>
  length.map((characters, i) => [characters, spread(value[i] ?? 0, i * view.every, roomOf(view))] as const);

export const lengthPlotTitle = ({ of, label, n }: LengthView): string =>
  `${MEASURES[of].up} by length of ${numberWords(n)} ${nounOf(of)}s${label === '' ? '' : `, ${label}`}`;

/** Makes the chart of a view. `every`: whether each text is drawn on a canvas behind it, so that it needs no marks of its own. */
export function cloudChart({ domain, view, shown }: PlotOf, size: ChartSize, every: boolean): CloudChart {
  const { across, up, range, edge, ticks } = MEASURES[view.of];
  return {
    kind: 'cloud',
    title: lengthPlotTitle(view),
    size,
    x: { label: across, domain, log: true },
    y: { label: up, domain: [range[0] - edge, range[1] + edge], log: false, ...(ticks === undefined ? {} : { ticks }) },
    series: shown.map(({ judge, index }) => ({
      label: judge.label,
      look: seriesLook(index),
      x: judge.length,
      y: judge.score,
      ...trendOf(judge, view),
      marks: every ? [] : servedMarks(view, judge.served).filter((_, i) => size === 'wide' || i % 2 === 0),
    })),
    shared: sharedLine(view),
  };
}

/** The case of a text that was served with the page is not known there. */
const NO_CASE = { instance: '', cluster: '', task: '', band: '' };

export const servedTexts = ({ judges, part, every }: LengthView): FlatTexts =>
  flatTexts(
    {
      cases: [NO_CASE],
      series: judges.map(({ run, served }) => ({ run, part, at: served.length.map(() => 0), ...served })),
    },
    every,
  );

export interface TextCloud extends MarkCloud {
  readonly text: Uint32Array;
}

export function cloudOf(texts: FlatTexts, { view, shown }: PlotOf, chart: CloudChart): TextCloud {
  const { plot } = pointsLayout(chart);
  const hues = new Map(shown.map(({ judge, index }) => [judge.run, seriesLook(index).hue]));
  const colours = texts.runs.map((run) => hues.get(run) ?? 0);
  const text = texts.all.filter((i) => (colours[texts.judge[i] ?? 0] ?? 0) > 0);
  const [left, right] = chart.x.domain.map(Math.log) as [number, number];
  const [low, high] = chart.y.domain;
  const room = roomOf(view);
  return {
    text,
    x: Float32Array.from(
      text,
      (i) => plot.left + ((plot.right - plot.left) * ((texts.logLength[i] ?? 0) - left)) / (right - left),
    ),
    y: Float32Array.from(text, (i) => {
      const value = spread(texts.score[i] ?? 0, texts.own[i] ?? 0, room);
      return plot.bottom - ((plot.bottom - plot.top) * (value - low)) / (high - low);
    }),
    colour: Uint8Array.from(text, (i) => colours[texts.judge[i] ?? 0] ?? 0),
  };
}

export interface PlotPlace {
  readonly x: number;
  readonly y: number;
}

export type BrushRectangle = Pick<CritiqueRange, 'length' | 'score'>;

export const selects = ({ length, score }: BrushRectangle): boolean =>
  [length.from, length.to, score.from, score.to].some((end) => end !== null);

/** Room for rounding, in characters or values, so that a corner that stays where it was keeps its end. */
const ROUNDING = 1e-6;

export interface PlotGeometry {
  readonly width: number;
  readonly height: number;
  readonly plot: DrawnEdges;
  /** Upper left and lower right corner; an open end is at the edge of the plot. */
  readonly corners: (range: BrushRectangle) => { readonly first: PlotPlace; readonly last: PlotPlace };
  /** The range between two corners, in whole characters, and in the parts that values come in, or tenths. */
  readonly range: (a: PlotPlace, b: PlotPlace) => BrushRectangle;
}

export function geometryOf(chart: CloudChart, view: LengthView): PlotGeometry {
  const { width, height, plot } = pointsLayout(chart);
  const [x, y] = [scaleOn(chart.x, plot.left, plot.right), scaleOn(chart.y, plot.bottom, plot.top)];
  const [{ parts, edge }, [least, most]] = [roomOf(view), MEASURES[view.of].range];
  const within = (value: number): number => Math.min(most, Math.max(least, value));
  const tenth = (value: number): number => within(Math.round(value * 10) / 10);
  const valuesBetween = (low: number, high: number): CritiqueRange['score'] => {
    if (parts === 0) return { from: tenth(low), to: tenth(high) };
    const [first, last] = [Math.ceil(low * parts - ROUNDING), Math.floor(high * parts + ROUNDING)];
    const nearest = Math.round(((low + high) / 2) * parts);
    const [from, to] = first > last ? [nearest, nearest] : [first, last];
    // An end in thirds is written with two digits, and keeps its value.
    const [below, above] = [Math.floor((100 * from) / parts + ROUNDING), Math.ceil((100 * to) / parts - ROUNDING)];
    return { from: within(below / 100), to: within(above / 100) };
  };
  return {
    width,
    height,
    plot,
    corners: ({ length, score }) => ({
      first: { x: x(length.from ?? 1e-9), y: y((score.to ?? most + 1) + edge) },
      last: { x: x(length.to ?? Number.MAX_VALUE), y: y((score.from ?? least - 1) - edge) },
    }),
    range: (a, b) => ({
      length: {
        from: Math.max(1, Math.ceil(x.invert(Math.min(a.x, b.x)) - ROUNDING)),
        to: Math.max(1, Math.floor(x.invert(Math.max(a.x, b.x)) + ROUNDING)),
      },
      score: valuesBetween(y.invert(Math.max(a.y, b.y)), y.invert(Math.min(a.y, b.y))),
    }),
  };
}

/** Draws the means of judges alone, in small: how long the texts of each are, and what is measured of them. A mark leads to the whole figure. */
export function lengthMeansChart({ of, judges, label }: LengthView, address: string): PointsChart {
  const { across, up } = MEASURES[of];
  return {
    kind: 'points',
    title: `Means of judges${label === '' ? '' : `, ${label}`}: length and ${up.toLowerCase()}`,
    size: 'phone',
    x: { label: across, domain: logDomainOf(judges.map(({ length }) => length)), log: true },
    y: axisOf(
      up,
      judges.map(({ score }) => score),
      null,
    ),
    points: judges.map((judge) => ({
      x: judge.length,
      y: judge.score,
      label: judge.label,
      mark: 'square',
      first: false,
      told: {
        words: `${judge.label}: mean ${meanWords(of, judge.score)}, ${numberWords(Math.round(judge.length))} characters, ${numberWords(judge.n)} ${nounOf(of)}s`,
        href: address,
      },
    })),
  };
}
