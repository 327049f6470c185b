import type { ReactElement } from 'react';
import { signed } from '../../ui/number-words.ts';
import { axisScale, Grid } from '../kit/axis.tsx';
import type { ChangeFigure } from '../kit/figure.ts';

const PANEL = 480;
const LABELS = 222;
const DELTA = 58;
const LINE = 20;
const HEAD = 26;
const FOOT = 36;

function Panel({ panel }: { readonly panel: ChangeFigure['panels'][number] }): ReactElement {
  const bottom = HEAD + panel.rows.length * LINE;
  const scale = axisScale(panel.axis, LABELS + 8, PANEL - DELTA, 4);
  return (
    <g>
      <text className="panel" x={LABELS + 8} y={14}>
        {panel.label}
      </text>
      <Grid scale={scale} top={HEAD - 6} bottom={bottom} />
      {panel.rows.map((row, i) => {
        const y = HEAD + i * LINE + 8;
        const direction = row.to > row.from ? 'up' : row.to < row.from ? 'down' : 'same';
        return (
          <g key={row.label} className={`change ${direction}`}>
            <text className="label" x={LABELS} y={y + 4} textAnchor="end">
              {row.label}
            </text>
            <line x1={scale.at(row.from)} x2={scale.at(row.to)} y1={y} y2={y} />
            <circle className="from" cx={scale.at(row.from)} cy={y} r={3.5} />
            <circle className="to" cx={scale.at(row.to)} cy={y} r={4.5} />
            <text className="value" x={PANEL - 4} y={y + 4} textAnchor="end">
              {signed(row.to - row.from, panel.decimals)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Dumbbells: open dot to filled dot, small multiples two abreast. */
export function Change({ figure }: { readonly figure: ChangeFigure }): ReactElement {
  const abreast = figure.panels.length > 1 ? 2 : 1;
  const heights = figure.panels.map((p) => HEAD + p.rows.length * LINE + FOOT);
  const rowHeight = Math.max(...heights);
  const rows = Math.ceil(figure.panels.length / abreast);
  return (
    <svg
      viewBox={`0 0 ${PANEL * abreast} ${rows * rowHeight}`}
      role="img"
      aria-label={figure.title}
      className={abreast === 1 ? 'narrow' : ''}
    >
      {figure.panels.map((panel, i) => (
        <g key={panel.label} transform={`translate(${(i % abreast) * PANEL} ${Math.floor(i / abreast) * rowHeight})`}>
          <Panel panel={panel} />
        </g>
      ))}
    </svg>
  );
}
