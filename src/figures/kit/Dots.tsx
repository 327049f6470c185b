import type { ReactElement } from 'react';
import { axisScale, Grid } from './axis.tsx';
import type { DotsFigure } from './figure.ts';
import { Shape } from './shape.tsx';

const WIDTH = 760;
const LABELS = 170;
const TEXTS = 210;
const LINE = 18;
const GAP = 10;
const TOP = 8;

/** Rows of marks on one scale, a line per mark: interval, shape and the name or value beside it. */
export function Dots({ figure }: { readonly figure: DotsFigure }): ReactElement {
  const scale = axisScale(figure.axis, LABELS + 10, WIDTH - TEXTS);
  const tops: number[] = [];
  let bottom = TOP;
  for (const row of figure.rows) {
    tops.push(bottom);
    bottom += Math.max(1, row.marks.length) * LINE + GAP;
  }
  const height = bottom + 36;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={figure.title}>
      <Grid scale={scale} top={TOP} bottom={bottom} />
      <text className="axis" x={(LABELS + WIDTH - TEXTS) / 2} y={bottom + 30} textAnchor="middle">
        {figure.axis.label}
      </text>
      {figure.reference === null ? null : (
        <g className="reference">
          <line x1={scale.at(figure.reference.x)} x2={scale.at(figure.reference.x)} y1={TOP} y2={bottom} />
          <text x={scale.at(figure.reference.x) + 4} y={bottom - 2}>
            {figure.reference.label}
          </text>
        </g>
      )}
      {figure.rows.map((row, i) => (
        <g key={row.label} transform={`translate(0 ${tops[i] ?? 0})`}>
          <text className="label" x={LABELS} y={13} textAnchor="end">
            {row.label}
          </text>
          {row.marks.map((mark, j) => {
            const y = 9 + j * LINE;
            const end = scale.at(mark.hi ?? mark.x);
            return (
              <g key={mark.series}>
                {mark.lo === null || mark.hi === null ? null : (
                  <line className="interval" x1={scale.at(mark.lo)} x2={scale.at(mark.hi)} y1={y} y2={y} />
                )}
                <Shape index={figure.series.findIndex((s) => s.id === mark.series)} x={scale.at(mark.x)} y={y} />
                <text className="value" x={end + 9} y={y + 4}>
                  {mark.text}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}
