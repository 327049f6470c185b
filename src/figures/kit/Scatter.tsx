import type { ReactElement } from 'react';
import { href } from '../../ui/href.ts';
import { AcrossGrid, axisScale, Grid } from './axis.tsx';
import { DrawnName } from './DrawnName.tsx';
import type { ScatterFigure } from './figure.ts';
import { DRAWING_WIDTH } from './label-room.ts';
import { Mark } from './Mark.tsx';
import { freeNames } from './names.ts';
import { Plot } from './Plot.tsx';
import { Shape } from './shape.tsx';

const SIZE = { width: DRAWING_WIDTH, height: 380 } as const;
const ROOM = { left: 46, right: 14, top: 22, bottom: 42 } as const;
const RIGHT = SIZE.width - ROOM.right;
const BOTTOM = SIZE.height - ROOM.bottom;

type ScatterProps = Pick<ScatterFigure, 'title' | 'x' | 'y' | 'series' | 'points'>;

const digits = (value: number): string => String(Number(value.toPrecision(3)));

/** Two measures of the same judges; names stand where they meet no other name or mark, the others are read at their marks. */
export function Scatter({ title, x, y, series, points }: ScatterProps): ReactElement {
  const across = axisScale(x, { from: ROOM.left, to: RIGHT });
  const up = axisScale(y, { from: BOTTOM, to: ROOM.top });
  const placed = points.map((point) => ({ ...point, left: across.at(point.x), top: up.at(point.y) }));
  const names = freeNames(
    placed.map(({ label, left, top, front }) => ({ text: label, x: left, y: top, first: front })),
    { left: ROOM.left, right: SIZE.width, top: ROOM.top, bottom: BOTTOM },
  );
  return (
    <Plot viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} title={title}>
      <Grid scale={across} top={ROOM.top} bottom={BOTTOM} />
      <AcrossGrid scale={up} left={ROOM.left} right={RIGHT} />
      <text className="axis" x={(ROOM.left + RIGHT) / 2} y={SIZE.height - 6} textAnchor="middle">
        <DrawnName text={x.label} room={SIZE.width} />
      </text>
      <text className="axis" x={4} y={12}>
        <DrawnName text={y.label} room={SIZE.width} />
      </text>
      {placed.map(({ label, left, top, series: own, judge, x: one, y: other }, i) => {
        const name = names[i] ?? null;
        return (
          <Mark
            key={`${judge} ${label}`}
            told={{
              words: `${label}: ${y.label} ${digits(other)}, ${x.label} ${digits(one)}`,
              href: href(`/judge/${judge}/`),
            }}
          >
            <Shape mark={series.find(({ id }) => id === own)?.mark ?? 'square'} x={left} y={top} />
            {name === null ? null : (
              <text className="named over-lines" {...name}>
                {label}
              </text>
            )}
          </Mark>
        );
      })}
    </Plot>
  );
}
