import type { ReactElement } from 'react';
import { signed } from '../../ui/number-words.ts';
import type { MatrixFigure } from './figure.ts';

const LABELS = 240;
const CELL = 70;
const LINE = 21;
const HEAD = 40;
const FOOT = 30;
/** Fill of the strongest cell; weaker ones are filled in proportion. */
const STRONGEST = 0.6;
const LEGEND = 150;
/** Room for the two entries of the key. */
const KEY = 380;

/** A heat matrix of signed numbers; every cell also prints its number, so colour is never alone. */
export function Matrix({ figure }: { readonly figure: MatrixFigure }): ReactElement {
  const most = Math.max(...figure.rows.flatMap((r) => r.values.map((v) => Math.abs(v ?? 0))));
  const width = LABELS + Math.max(figure.columns.length * CELL, KEY);
  const bottom = HEAD + figure.rows.length * LINE;
  return (
    <svg viewBox={`0 0 ${width} ${bottom + FOOT}`} role="img" aria-label={figure.title}>
      {figure.columns.map((label, j) => {
        const words = label.split(/[ -]/);
        const last = words.pop() ?? '';
        const x = LABELS + j * CELL + CELL / 2;
        return (
          <text key={label} className="column" textAnchor="middle">
            <tspan x={x} y={16}>
              {words.join(' ')}
            </tspan>
            <tspan x={x} y={30}>
              {last}
            </tspan>
          </text>
        );
      })}
      {figure.rows.map((row, i) => (
        <g key={row.label} transform={`translate(0 ${HEAD + i * LINE})`}>
          <text className="label" x={LABELS - 8} y={15} textAnchor="end">
            {row.label}
          </text>
          {row.values.map((value, j) => (
            <g key={figure.columns[j]}>
              <rect
                className={(value ?? 0) < 0 ? 'heat-down' : 'heat-up'}
                x={LABELS + j * CELL + 1}
                y={1}
                width={CELL - 2}
                height={LINE - 2}
                rx={2}
                fillOpacity={(STRONGEST * Math.abs(value ?? 0)) / most}
              />
              <text className="cell" x={LABELS + j * CELL + CELL / 2} y={15} textAnchor="middle">
                {value === null ? '–' : signed(value, figure.decimals)}
              </text>
            </g>
          ))}
        </g>
      ))}
      <g className="key" transform={`translate(${LABELS} ${bottom + 10})`}>
        <rect className="heat-down" width={14} height={12} rx={2} fillOpacity={STRONGEST} />
        <text x={20} y={10}>
          {figure.negative}
        </text>
        <rect className="heat-up" x={LEGEND + 70} width={14} height={12} rx={2} fillOpacity={STRONGEST} />
        <text x={LEGEND + 90} y={10}>
          {figure.positive}
        </text>
      </g>
    </svg>
  );
}
