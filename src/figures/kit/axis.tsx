import { scaleLinear, scaleLog } from 'd3-scale';
import type { ReactElement } from 'react';
import { logTicks } from '../../charts/axis.ts';
import type { Axis } from '../../charts/chart.ts';
import { rounded } from '../../ui/number-words.ts';

export interface AxisScale {
  readonly at: (value: number) => number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Separates thousands, as everywhere on the site. */
const THIN_SPACE = '\u202f';

/** Places values on an axis between two coordinates, with a few round ticks: d3's are 1, 2 or 5 times a power of ten apart. */
export function axisScale(
  axis: Axis,
  { from, to, count = 5 }: { readonly from: number; readonly to: number; readonly count?: number | undefined },
): AxisScale {
  const scale = (axis.log ? scaleLog() : scaleLinear()).domain([...axis.domain]).range([from, to]);
  const at = (value: number): number => rounded(scale(value), 1);
  if (axis.log) return { at, ticks: logTicks(axis.domain).map((tick) => ({ at: at(tick), label: String(tick) })) };
  const format = scale.tickFormat(count);
  return {
    at,
    ticks: scale.ticks(count).map((tick) => ({ at: at(tick), label: format(tick).replaceAll(',', THIN_SPACE) })),
  };
}

interface GridProps {
  readonly scale: AxisScale;
  readonly top: number;
  readonly bottom: number;
}

/** Draws a light vertical grid with the tick labels under it. */
export function Grid({ scale, top, bottom }: GridProps): ReactElement {
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

interface AcrossProps {
  readonly scale: AxisScale;
  readonly left: number;
  readonly right: number;
}

/** Draws a light horizontal grid with the tick labels before it. */
export function AcrossGrid({ scale, left, right }: AcrossProps): ReactElement {
  return (
    <g className="grid">
      {scale.ticks.map((t) => (
        <g key={t.at}>
          <line x1={left} x2={right} y1={t.at} y2={t.at} />
          <text x={left - 6} y={t.at + 4} textAnchor="end">
            {t.label}
          </text>
        </g>
      ))}
    </g>
  );
}
