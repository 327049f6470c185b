import { Scatter } from 'recharts';
import { rounded } from '../ui/number-words.ts';
import type { Cross, PointsChart } from './chart.ts';
import { DrawnName } from './DrawnName.tsx';
import { Frame, type ShapePlace } from './Frame.tsx';
import { Mark } from './Mark.tsx';
import { Shape } from './mark-kinds.tsx';
import { PlacedText } from './PlacedText.tsx';
import { pointNames, pointPlaces, pointsLayout } from './points-layout.ts';

interface CrossShapeProps {
  readonly cross: Cross;
  readonly at: { readonly x: number; readonly y: number };
  readonly places: ReturnType<typeof pointPlaces>;
}

/** Draws the intervals of both values through their point. */
function CrossShape({ cross, at, places: { across, up } }: CrossShapeProps) {
  const along = cross.x === null ? '' : `M${across(cross.x[0])} ${at.y}H${across(cross.x[1])}`;
  const upright = cross.y === null ? '' : `M${at.x} ${up(cross.y[0])}V${up(cross.y[1])}`;
  return along + upright === '' ? null : <path className="cross" d={along + upright} />;
}

/** Draws what lies under the marks: ideal values, and the frontier. */
function Lines({ chart }: { readonly chart: PointsChart }) {
  const { plot } = pointsLayout(chart);
  const { across, up } = pointPlaces(chart);
  const { frontier = [], ideals = { x: null, y: null } } = chart;
  const at = ([x, y]: readonly [number, number]): string => `${across(x)} ${up(y)}`;
  const line = frontier
    .map(([from, to], i) => {
      const before = frontier[i - 1]?.[1];
      return before?.[0] === from[0] && before[1] === from[1] ? `L${at(to)}` : `M${at(from)}L${at(to)}`;
    })
    .join('');
  return (
    <>
      {ideals.x === null ? null : <path className="ideal" d={`M${across(ideals.x)} ${plot.top}V${plot.bottom}`} />}
      {ideals.y === null ? null : <path className="ideal" d={`M${plot.left} ${up(ideals.y)}H${plot.right}`} />}
      {frontier.length === 0 ? null : <path className="frontier" d={line} />}
    </>
  );
}

/** Draws two measures against each other. A name stands where it meets no other name or mark; the others are read at their marks. */
export function PointsDrawing({ chart }: { readonly chart: PointsChart }) {
  const { title, x, y, points } = chart;
  const layout = pointsLayout(chart);
  const names = pointNames(chart);
  const places = pointPlaces(chart);
  return (
    <Frame title={title} {...layout} x={x} y={y}>
      <text className="axis" x={4} y={12}>
        <DrawnName text={y.label} room={layout.width} />
      </text>
      <Lines chart={chart} />
      <Scatter
        data={points.map((point) => ({ x: point.x, y: point.y }))}
        isAnimationActive={false}
        shape={({ cx = 0, cy = 0, index }: ShapePlace) => {
          const [point, name] = [points[index], names[index] ?? null];
          if (point === undefined) return <g />;
          const at = { x: rounded(cx, 1), y: rounded(cy, 1) };
          const shape = <Shape mark={point.mark} {...at} />;
          return (
            <Mark told={point.told}>
              {point.cross === undefined ? null : <CrossShape cross={point.cross} at={at} places={places} />}
              {point.pinned === true ? <circle className="pin-ring" cx={at.x} cy={at.y} r={9} /> : null}
              {point.hue === undefined ? shape : <g className={`hue-${point.hue}`}>{shape}</g>}
              {name === null ? null : <PlacedText text={point.label} name={name} />}
            </Mark>
          );
        }}
      />
    </Frame>
  );
}
