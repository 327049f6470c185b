import type { ReactNode } from 'react';
import { CartesianGrid, ComposedChart, Scatter, useXAxisScale, XAxis, YAxis } from 'recharts';
import { rounded } from '../ui/number-words.ts';
import { type Tick, ticksOf } from './axis.ts';
import type { Axis } from './chart.ts';
import { DrawnName } from './Drawing.tsx';
import type { ChartLayout } from './layouts.ts';

/** Layers of Recharts are portals in the order of these numbers: its grid lies at −100, what is drawn without one at 0, marks at 600. */
export const BEHIND_GRID = -200;

interface FrameProps extends ChartLayout {
  readonly title: string;
  readonly x: Axis;
  /** Null where rows are placed by units of the drawing, from the top of the plot. */
  readonly y?: Axis | null;
  /** About how many ticks the horizontal axis has; with 0 there is no grid. */
  readonly ticks?: number;
  readonly children: ReactNode;
}

/** Numbers are given as texts, too, by Recharts' types. */
const at = (place: number | string): number => rounded(Number(place), 1);

interface DrawnTick {
  readonly x: number | string;
  readonly y: number | string;
  readonly payload: { readonly value: number };
}

const labelAmong = (ticks: readonly Tick[], { payload }: DrawnTick): string =>
  ticks.find(({ value }) => value === payload.value)?.label ?? '';

/** Both axes have round ticks of ours (Recharts' own are 5, 13, 21) and no lines. Data beyond the ends of an axis would be cut off with the names in their links, so they lie within. */
const axisProps = (axis: Axis, ticks: readonly Tick[]) => ({
  type: 'number' as const,
  domain: [...axis.domain],
  scale: axis.log ? ('log' as const) : ('linear' as const),
  ticks: ticks.map(({ value }) => value),
  interval: 0 as const,
  axisLine: false,
  tickLine: false,
});

interface AllMarksProps {
  readonly axis: Axis;
  /** The upright axis; left out where rows are placed by units of the drawing. */
  readonly up?: Axis;
  readonly children: ReactNode;
}

/** Draws marks that are laid out beforehand as the shape of one item: an item for each of twelve rows takes twice as long to change. */
export const AllMarks = ({ axis, up, children }: AllMarksProps) => (
  <Scatter
    data={[{ x: axis.domain[0], y: up?.domain[0] ?? 0 }]}
    isAnimationActive={false}
    shape={() => <g>{children}</g>}
  />
);

/** What Recharts tells the shape of a mark: where it stands, and its place in the data. */
export interface ShapePlace {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly index: number;
}

/** Gives what places a value on the horizontal axis; what is beyond an end stands at it. */
export function usePlaces({ domain: [lo, hi] }: Axis, decimals = 0): (value: number) => number {
  const scale = useXAxisScale();
  return (value) => rounded(scale?.(Math.min(hi, Math.max(lo, value))) ?? 0, decimals);
}

/** Draws the axes of a chart around its marks: a quiet grid with round ticks. Items have places `x` and `y`. */
export function Frame({ title, width, height, plot, x, y = null, ticks, children }: FrameProps) {
  const { left, right, top, bottom } = plot;
  const up = y ?? { label: '', log: false, domain: [0, bottom - top] as const };
  const [xTicks, yTicks] = [ticksOf(x, ticks), y === null ? [] : ticksOf(y)];
  return (
    <ComposedChart
      width={width}
      height={height}
      margin={{ top, right: width - right, bottom: 0, left: y === null ? left : 0 }}
      accessibilityLayer={false}
      role="group"
      aria-label={title}
      style={{ width: '100%', height: 'auto' }}
    >
      <XAxis
        {...axisProps(x, xTicks)}
        dataKey="x"
        height={height - bottom}
        tick={(tick: DrawnTick) => (
          <text x={at(tick.x)} y={bottom + 14} textAnchor="middle">
            {labelAmong(xTicks, tick)}
          </text>
        )}
      />
      <YAxis
        {...axisProps(up, yTicks)}
        dataKey="y"
        hide={y === null}
        reversed={y === null}
        width={left}
        tick={(tick: DrawnTick) => (
          <text x={left - 6} y={at(tick.y) + 4} textAnchor="end">
            {labelAmong(yTicks, tick)}
          </text>
        )}
      />
      {xTicks.length === 0 ? null : <CartesianGrid horizontal={y !== null} />}
      {x.label === '' ? null : (
        <text className="axis" x={(left + right) / 2} y={height - 6} textAnchor="middle">
          <DrawnName text={x.label} room={width} />
        </text>
      )}
      {children}
    </ComposedChart>
  );
}
