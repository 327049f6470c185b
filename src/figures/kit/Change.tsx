import type { ReactElement } from 'react';
import { Plot } from '../../charts/Drawing.tsx';
import { DrawnName } from '../../charts/DrawnName.tsx';
import { DRAWING_WIDTH, type LabelRoom, labelRoom } from '../../charts/label-room.ts';
import { Mark, placed } from '../../charts/Mark.tsx';
import { signed } from '../../ui/number-words.ts';
import { axisScale, Grid } from './axis.tsx';
import type { ChangeFigure } from './figure.ts';
import { inPanels } from './row-panels.ts';

const DELTA = 62;
const LINE = 22;
const HEAD = 24;
const FOOT = 24;
const INSET = 8;

type ChangePanel = ChangeFigure['panels'][number];

interface PanelProps {
  readonly panel: ChangePanel;
  /** What the panel shows, for those who do not see it: no other panel of the figure has the same. */
  readonly title: string;
  readonly room: LabelRoom;
}

/** Draws what a setting changes: an arrow per judge from the value before to the value after. */
function ChangeDrawing({ panel: { label, axis, decimals, rows }, title, room }: PanelProps): ReactElement {
  const bottom = HEAD + rows.length * room.line;
  const scale = axisScale(axis, { from: room.left + INSET, to: DRAWING_WIDTH - DELTA - INSET, count: 4 });
  return (
    <Plot viewBox={`0 0 ${DRAWING_WIDTH} ${bottom + FOOT}`} title={title}>
      <text className="panel" x={2} y={14}>
        <DrawnName text={label} room={DRAWING_WIDTH} />
      </text>
      <Grid scale={scale} top={HEAD - 4} bottom={bottom} />
      {rows.map((row, i) => {
        const direction = row.to > row.from ? 'up' : row.to < row.from ? 'down' : 'same';
        const change = signed(row.to - row.from, decimals);
        const [from, to] = [scale.at(row.from), scale.at(row.to)];
        return (
          <g key={row.label} className={`change ${direction}`} {...placed(0, HEAD + i * room.line)}>
            <Mark
              told={{
                words: `${row.label}: from ${row.from.toFixed(decimals)} to ${row.to.toFixed(decimals)}, ${change}`,
                href: null,
              }}
            >
              <text className="label" {...room.label}>
                <DrawnName text={row.label} room={room.room} />
              </text>
              <g {...placed(0, room.middle)}>
                <path className="shaft" d={`M${from} 0H${to}`} />
                <path className="from" d={`M${from} -5v10`} />
                <path
                  className="to"
                  d={
                    direction === 'same'
                      ? `M${to - 3} -3h6v6h-6z`
                      : `M${to} -5l${to > from ? 8 : -8} 5l${to > from ? -8 : 8} 5z`
                  }
                />
                <text className="value" x={DRAWING_WIDTH - 4} y={4} textAnchor="end">
                  {change}
                </text>
              </g>
            </Mark>
          </g>
        );
      })}
    </Plot>
  );
}

const whole = (panel: ChangePanel): Omit<PanelProps, 'room'> => ({ panel, title: panel.label });

/** A measure of many rows, in several panels with what they hold in their titles. */
function partsOf(panel: ChangePanel): readonly Omit<PanelProps, 'room'>[] {
  const parts = inPanels(panel.rows);
  if (parts.length === 1) return [whole(panel)];
  return parts.map((rows, i) => ({
    // What all parts measure is said above the first one.
    panel: { ...panel, label: i === 0 ? panel.label : '', rows },
    title: `${panel.label}: ${rows.map(({ label }) => label).join(', ')}`,
  }));
}

/** Draws what a setting changes, in a panel per measure. Panels of one unit have one scale, and all have their names in one place. */
export function Change({ panels }: Pick<ChangeFigure, 'panels'>): ReactElement[] {
  const names = panels.flatMap(({ rows }) => rows.map(({ label }) => label));
  const room = labelRoom(names, LINE);
  const [first, ...others] = panels;
  const drawn = first === undefined || others.length > 0 ? panels.map(whole) : partsOf(first);
  return drawn.map((one) => <ChangeDrawing key={one.title} {...one} room={room} />);
}
