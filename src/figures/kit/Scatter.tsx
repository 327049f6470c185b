import type { ReactElement } from 'react';
import { Plot } from '../../charts/Drawing.tsx';
import { DrawnName } from '../../charts/DrawnName.tsx';
import { DRAWING_WIDTH } from '../../charts/label-room.ts';
import { Mark } from '../../charts/Mark.tsx';
import { Shape } from '../../charts/mark-kinds.tsx';
import { freeNames } from '../../charts/names.ts';
import { PlacedText } from '../../charts/PlacedText.tsx';
import { href } from '../../ui/href.ts';
import { AcrossGrid, axisScale, Grid } from './axis.tsx';
import type { ScatterFigure } from './figure.ts';

/** A wide one for a desk, on which nearly every mark has its name, and one of phone width. */
const SIZES = {
  wide: { width: 2 * DRAWING_WIDTH, height: 400 },
  phone: { width: DRAWING_WIDTH, height: 400 },
} as const;
/** `edge`: what names keep of the right edge, since capitals are wider than most letters. */
const ROOM = { left: 46, right: 14, top: 22, bottom: 42, edge: 8 } as const;

interface ScatterProps extends Pick<ScatterFigure, 'title' | 'x' | 'y' | 'series' | 'points'> {
  readonly size: keyof typeof SIZES;
}

const digits = (value: number): string => String(Number(value.toPrecision(3)));

/** Draws two measures of the same judges. A name stands where it meets no other name or mark; the others are read at their marks. */
export function Scatter({ title, x, y, series, points, size }: ScatterProps): ReactElement {
  const { width, height } = SIZES[size];
  const [right, bottom] = [width - ROOM.right, height - ROOM.bottom];
  const across = axisScale(x, { from: ROOM.left, to: right });
  const up = axisScale(y, { from: bottom, to: ROOM.top });
  const placed = points.map((point) => ({ ...point, left: across.at(point.x), top: up.at(point.y) }));
  const names = freeNames(
    placed.map(({ label, left, top, front }) => ({ text: label, x: left, y: top, first: front })),
    { left: ROOM.left, right: width - ROOM.edge, top: ROOM.top, bottom },
  );
  return (
    <Plot viewBox={`0 0 ${width} ${height}`} className={size} title={title}>
      <Grid scale={across} top={ROOM.top} bottom={bottom} />
      <AcrossGrid scale={up} left={ROOM.left} right={right} />
      <text className="axis" x={(ROOM.left + right) / 2} y={height - 6} textAnchor="middle">
        <DrawnName text={x.label} room={width} />
      </text>
      <text className="axis" x={4} y={12}>
        <DrawnName text={y.label} room={width} />
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
            {name === null ? null : <PlacedText text={label} name={name} />}
          </Mark>
        );
      })}
    </Plot>
  );
}
