import { Scatter } from 'recharts';
import { rounded } from '../ui/number-words.ts';
import type { PointsChart } from './chart.ts';
import { DrawnName } from './DrawnName.tsx';
import { Frame, type ShapePlace } from './Frame.tsx';
import { Mark } from './Mark.tsx';
import { Shape } from './mark-kinds.tsx';
import { PlacedText } from './PlacedText.tsx';
import { pointNames, pointsLayout } from './points-layout.ts';

/** Draws two measures against each other. A name stands where it meets no other name or mark; the others are read at their marks. */
export function PointsDrawing({ chart }: { readonly chart: PointsChart }) {
  const { title, x, y, points } = chart;
  const layout = pointsLayout(chart);
  const names = pointNames(chart);
  return (
    <Frame title={title} {...layout} x={x} y={y}>
      <text className="axis" x={4} y={12}>
        <DrawnName text={y.label} room={layout.width} />
      </text>
      <Scatter
        data={points.map((point) => ({ x: point.x, y: point.y }))}
        isAnimationActive={false}
        shape={({ cx = 0, cy = 0, index }: ShapePlace) => {
          const [point, name] = [points[index], names[index] ?? null];
          if (point === undefined) return <g />;
          return (
            <Mark told={point.told}>
              <Shape mark={point.mark} x={rounded(cx, 1)} y={rounded(cy, 1)} />
              {name === null ? null : <PlacedText text={point.label} name={name} />}
            </Mark>
          );
        }}
      />
    </Frame>
  );
}
