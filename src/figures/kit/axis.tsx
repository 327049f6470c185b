import { scaleLinear, scaleLog } from 'd3-scale';
import type { ReactElement } from 'react';
import type { Axis } from './figure.ts';
import { rounded } from './rounded.ts';

export interface AxisScale {
  readonly at: (value: number) => number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Positions on an axis between two coordinates, with a few round ticks. */
export function axisScale(axis: Axis, from: number, to: number, count = 5): AxisScale {
  const scale = (axis.log ? scaleLog() : scaleLinear()).domain([...axis.domain]).range([from, to]);
  const format = scale.tickFormat(count, axis.log ? '~g' : undefined);
  const at = (value: number): number => rounded(scale(value), 1);
  return { at, ticks: scale.ticks(count).map((t) => ({ at: at(t), label: format(t) })) };
}

interface Props {
  readonly scale: AxisScale;
  readonly top: number;
  readonly bottom: number;
}

/** Light vertical grid with the tick labels under it. */
export function Grid({ scale, top, bottom }: Props): ReactElement {
  return (
    <g className="grid">
      {scale.ticks.map((t) => (
        <g key={t.at}>
          <line x1={t.at} x2={t.at} y1={top} y2={bottom} />
          <text x={t.at} y={bottom + 14} textAnchor="middle">
            {t.label}
          </text>
        </g>
      ))}
    </g>
  );
}
