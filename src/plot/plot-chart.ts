import { domainOf, logDomainOf } from '../charts/axis.ts';
import type { Axis, ChartSize, Cross, PointsChart } from '../charts/chart.ts';
import { accessMark } from '../charts/mark-kinds.tsx';
import { better, type Direction } from '../schema/metric.ts';
import { paretoFront } from '../stats/intervals.ts';
import type { PlotAxis, PlotPoint, PlotValue } from './points.ts';
import { legendOf, type PlotGroup, type PlotState } from './state.ts';

interface Placed {
  readonly x: { readonly value: number };
  readonly y: { readonly value: number };
}

/** The points that no other is as good as in both and better than in one, least value across first; none where a measure has no better end. */
export function frontierOf<P extends Placed>(points: readonly P[], x: Direction, y: Direction): readonly P[] {
  if (x === 'none' || y === 'none') return [];
  const isOn = paretoFront(points.map((point) => ({ x: better(x, point.x.value, 0), y: better(y, point.y.value, 0) })));
  return points.filter((_, i) => isOn[i] === true).toSorted((a, b) => a.x.value - b.x.value || a.y.value - b.y.value);
}

type Place = readonly [x: number, y: number];
type Segment = readonly [from: Place, to: Place];

/** Cuts a segment off where an axis ends, as it is drawn: on a logarithmic axis by factors. Null where nothing of it is between the ends. */
function segmentWithin(segment: Segment, axes: readonly [Axis, Axis]): Segment | null {
  const onAxis = axes.map(({ log, domain }, side) => {
    const place = (value: number): number => (log ? Math.log(value) : value);
    const [from, to, lo, hi] = [segment[0][side] ?? 0, segment[1][side] ?? 0, ...domain].map(place);
    return { from: from ?? 0, by: (to ?? 0) - (from ?? 0), lo: lo ?? 0, hi: hi ?? 0, value: log ? Math.exp : Number };
  });
  let [start, end] = [0, 1];
  for (const { from, by, lo, hi } of onAxis) {
    // Along an end of the axis, or beyond it.
    if (by === 0 && (from < lo || from > hi)) return null;
    if (by === 0) continue;
    const [a, b] = [(lo - from) / by, (hi - from) / by];
    start = Math.max(start, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
  }
  if (start >= end) return null;
  const at = (share: number): Place => {
    const [x, y] = onAxis.map(({ from, by, value }) => value(from + share * by));
    return [x ?? 0, y ?? 0];
  };
  return [start === 0 ? segment[0] : at(start), end === 1 ? segment[1] : at(end)];
}

/** Joins places in their order by what of the line lies within both axes: a place beyond them still draws the line towards itself. */
export function lineWithin(places: readonly Place[], { x, y }: { readonly x: Axis; readonly y: Axis }) {
  return places.flatMap((to, i): readonly Segment[] => {
    const from = places[i - 1];
    const cut = from === undefined ? null : segmentWithin([from, to], [x, y]);
    return cut === null ? [] : [cut];
  });
}

type Side = 'x' | 'y';

export interface PlotView {
  readonly groups: readonly PlotGroup[];
  /** Judges that have a place on both axes and are not hidden, whether or not the zoom shows them. */
  readonly shown: readonly PlotPoint[];
  readonly frontier: readonly PlotPoint[];
  readonly inView: readonly PlotPoint[];
  readonly hidden: number;
  /** Values that have no place on a logarithmic axis. */
  readonly belowZero: number;
  readonly chart: (size: ChartSize) => PointsChart;
}

const isLog = (scale: PlotState['xscale'], axis: PlotAxis): boolean =>
  !axis.dates && (scale === '' ? axis.log : scale === 'log');

/** Says what a point has on an axis: `PAcc 17.1 %`, `size 7 B parameters`. */
const said = ({ from, name }: PlotAxis, { text }: PlotValue): string =>
  from === null
    ? `${name} ${text}`
    : `${from.column.label} ${from.column.unit === 'percent' ? text.replace(/ \[|$/, ' %$&') : text}`;

function drawnAxis(
  axis: PlotAxis,
  side: Side,
  { points, state }: { readonly points: readonly PlotPoint[]; readonly state: PlotState },
): Axis {
  const log = isLog(side === 'x' ? state.xscale : state.yscale, axis);
  const values = points.flatMap((point) => [point[side].value, ...(point[side].interval ?? [])]);
  const whole = log ? logDomainOf(values) : domainOf(values, null);
  const zoomed = state.zoom?.[side];
  const domain = zoomed === undefined || (log && zoomed[0] <= 0) ? whole : zoomed;
  const good = axis.good === '' ? '' : `, ${axis.good} is better`;
  return { label: `${axis.label}${good}`, domain, log, ...(axis.dates ? { dates: true as const } : {}) };
}

const isWithin = (value: number, [lo, hi]: readonly [number, number]): boolean => value >= lo && value <= hi;

const clipped = ({ interval }: PlotValue, [lo, hi]: readonly [number, number]): readonly [number, number] | null =>
  interval === null ? null : [Math.max(lo, interval[0]), Math.min(hi, interval[1])];

interface Drawn {
  readonly axes: { readonly x: Axis; readonly y: Axis };
  readonly group: PlotGroup;
  readonly pinned: boolean;
  readonly first: boolean;
  readonly words: string;
}

function drawnPoint(point: PlotPoint, { axes, group, pinned, first, words }: Drawn): PointsChart['points'][number] {
  const cross: Cross = { x: clipped(point.x, axes.x.domain), y: clipped(point.y, axes.y.domain) };
  return {
    x: point.x.value,
    y: point.y.value,
    label: point.label,
    mark: accessMark(point.judge.access) ?? group.mark,
    first,
    told: { words, href: null },
    ...(cross.x === null && cross.y === null ? {} : { cross }),
    ...(group.hue === undefined ? {} : { hue: group.hue }),
    ...(pinned ? { pinned } : {}),
  };
}

const idealOf = ({ ideal }: PlotAxis, { domain }: Axis): number | null =>
  ideal !== null && isWithin(ideal, domain) ? ideal : null;

export interface PlotSides {
  readonly x: PlotAxis;
  readonly y: PlotAxis;
}

/** Names a plot: `PAcc (Multi-Crit, table 3) against size`. */
export const plotTitle = ({ x, y }: PlotSides): string => `${y.name} against ${x.name}`;

function sifted(points: readonly PlotPoint[], { x, y }: PlotSides, state: PlotState) {
  const [xIsLog, yIsLog] = [isLog(state.xscale, x), isLog(state.yscale, y)];
  const placed = points.filter((point) => (!xIsLog || point.x.value > 0) && (!yIsLog || point.y.value > 0));
  const { groups, of } = legendOf(
    placed.map(({ judge }) => judge),
    state.by,
  );
  return { placed, groups, of, shown: placed.filter(({ judge }) => !state.hide.includes(of(judge).id)) };
}

export function plotView(points: readonly PlotPoint[], { x, y }: PlotSides, state: PlotState): PlotView {
  const { placed, groups, of, shown } = sifted(points, { x, y }, state);
  const frontier = frontierOf(shown, x.direction, y.direction);
  const drawn = { points: shown, state };
  const axes = { x: drawnAxis(x, 'x', drawn), y: drawnAxis(y, 'y', drawn) };
  const isInView = (point: PlotPoint): boolean =>
    isWithin(point.x.value, axes.x.domain) && isWithin(point.y.value, axes.y.domain);
  const inView = shown.filter(isInView);
  const chart = (size: ChartSize): PointsChart => ({
    kind: 'points',
    title: plotTitle({ x, y }),
    size,
    ...axes,
    points: inView.map((point) => {
      const pinned = state.pin.includes(point.judge.id);
      const words = `${point.label}: ${said(y, point.y)}, ${said(x, point.x)}`;
      const first = pinned || frontier.includes(point);
      return drawnPoint(point, { axes, group: of(point.judge), pinned, first, words });
    }),
    frontier: lineWithin(
      frontier.map((point) => [point.x.value, point.y.value] as const),
      axes,
    ),
    ideals: { x: idealOf(x, axes.x), y: idealOf(y, axes.y) },
    fewNames: state.names === 'few',
  });
  const hidden = placed.length - shown.length;
  return { groups, shown, frontier, inView, hidden, belowZero: points.length - placed.length, chart };
}
