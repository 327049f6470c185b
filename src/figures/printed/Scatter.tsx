import type { ReactElement } from 'react';
import { CartesianGrid, Scatter as Points, ResponsiveContainer, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts';
import { axisScale } from '../kit/axis.tsx';
import type { Axis, ScatterFigure } from '../kit/figure.ts';
import { Shape } from '../kit/shape.tsx';

type Point = ScatterFigure['points'][number];

/** What Recharts gives a custom mark: its place on the screen and its point. */
interface MarkProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly payload?: unknown;
}

const HEIGHT = 420;
const MARGIN = { top: 12, right: 16, bottom: 30, left: 6 };
const ABOVE = -10;
const BELOW = 18;

/** The round values at which d3 would put ticks; Recharts divides the domain evenly instead. */
function ticksOf(axis: Axis): number[] {
  const [lo, hi] = axis.domain;
  const log = (v: number): number => (axis.log ? Math.log(v) : v);
  return axisScale(axis, 0, 1).ticks.map(({ at }) => {
    const value = log(lo) + at * (log(hi) - log(lo));
    return Number((axis.log ? Math.exp(value) : value).toPrecision(6));
  });
}

function Tip({
  payload,
  figure,
}: {
  readonly payload?: readonly { readonly payload?: Point }[];
  readonly figure: ScatterFigure;
}): ReactElement | null {
  const point = payload?.[0]?.payload;
  if (point === undefined) return null;
  return (
    <div className="tip">
      <b>{point.label}</b>
      <span>
        {figure.y.label} {point.y.toPrecision(4)}
      </span>
      <span>
        {figure.x.label} {point.x.toPrecision(4)}
      </span>
    </div>
  );
}

/** A mark, with its name if it is on the front: neighbours' names stand above and below in turn, inside the plot. */
function Named({
  figure,
  index,
  mark,
}: {
  readonly figure: ScatterFigure;
  readonly index: number;
  readonly mark: MarkProps;
}): ReactElement {
  const { cx = 0, cy = 0 } = mark;
  const point = mark.payload as Point;
  const place = figure.points.filter((p) => p.front && p.x < point.x).length;
  const [lo, hi] = figure.x.domain;
  return (
    <g>
      <Shape index={index} x={cx} y={cy} />
      {point.front ? (
        <text
          className="named"
          x={cx}
          y={cy + (place % 2 === 0 ? ABOVE : BELOW)}
          textAnchor={point.x > (lo + hi) / 2 ? 'end' : 'start'}
        >
          {point.label}
        </text>
      ) : null}
    </g>
  );
}

/** Interactive scatter plot: hover or arrow keys read a point. The prerendered table beside it has the same numbers. */
export function Scatter({ figure }: { readonly figure: ScatterFigure }): ReactElement {
  const format = (v: number): string => String(Number(v.toPrecision(3)));
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ScatterChart margin={MARGIN} accessibilityLayer title={figure.title}>
        <CartesianGrid className="grid" />
        <XAxis
          type="number"
          dataKey="x"
          domain={[...figure.x.domain]}
          scale={figure.x.log ? 'log' : 'linear'}
          ticks={ticksOf(figure.x)}
          tickFormatter={format}
          label={{ value: figure.x.label, position: 'bottom', offset: 8 }}
        />
        <YAxis
          type="number"
          dataKey="y"
          domain={[...figure.y.domain]}
          ticks={ticksOf(figure.y)}
          width={64}
          tickFormatter={format}
          label={{ value: figure.y.label, angle: -90, position: 'insideLeft', offset: 14 }}
        />
        <Tooltip cursor={false} isAnimationActive={false} content={<Tip figure={figure} />} />
        {figure.series.map((series, index) => (
          <Points
            key={series.id}
            name={series.label}
            data={figure.points.filter((p) => p.series === series.id)}
            isAnimationActive={false}
            shape={(mark: MarkProps) => <Named figure={figure} index={index} mark={mark} />}
          />
        ))}
      </ScatterChart>
    </ResponsiveContainer>
  );
}
