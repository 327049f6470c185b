import type { ReactElement } from 'react';
import {
  CartesianGrid,
  LabelList,
  Scatter as Points,
  ResponsiveContainer,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { Shape } from '../../components/figures/shape.tsx';
import type { ScatterFigure } from '../../figures/figure.ts';

type Point = ScatterFigure['points'][number];

interface ShapeProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
}

const HEIGHT = 420;
const MARGIN = { top: 12, right: 90, bottom: 30, left: 6 };

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

/** Interactive scatter plot: hover or arrow keys read a point. The prerendered table beside it has the same numbers. */
export function Scatter({ figure }: { readonly figure: ScatterFigure }): ReactElement {
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ScatterChart margin={MARGIN} accessibilityLayer title={figure.title}>
        <CartesianGrid className="grid" />
        <XAxis
          type="number"
          dataKey="x"
          domain={[...figure.x.domain]}
          scale={figure.x.log ? 'log' : 'linear'}
          allowDataOverflow
          tickFormatter={(v: number) => String(Number(v.toPrecision(3)))}
          label={{ value: figure.x.label, position: 'bottom', offset: 8 }}
        />
        <YAxis
          type="number"
          dataKey="y"
          domain={[...figure.y.domain]}
          width={64}
          tickFormatter={(v: number) => String(Number(v.toPrecision(3)))}
          label={{ value: figure.y.label, angle: -90, position: 'insideLeft', offset: 14 }}
        />
        <Tooltip cursor={false} isAnimationActive={false} content={<Tip figure={figure} />} />
        {figure.series.map((series, index) => (
          <Points
            key={series.id}
            name={series.label}
            data={figure.points
              .filter((p) => p.series === series.id)
              .map((p) => ({ ...p, named: p.front ? p.label : '' }))}
            isAnimationActive={false}
            shape={({ cx = 0, cy = 0 }: ShapeProps) => <Shape index={index} x={cx} y={cy} />}
          >
            <LabelList dataKey="named" position="right" offset={9} className="named" />
          </Points>
        ))}
      </ScatterChart>
    </ResponsiveContainer>
  );
}
