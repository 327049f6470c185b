import { Fragment } from 'react';
import { barsLayout } from './bars-layout.ts';
import type { BarsChart } from './chart.ts';
import { DrawnName } from './DrawnName.tsx';
import { AllMarks, Frame, usePlaces } from './Frame.tsx';
import { DRAWING_WIDTH, widthOfText } from './label-room.ts';
import { Mark, placed } from './Mark.tsx';
import { PanelTitle } from './PanelTitle.tsx';

const THICK = 12;
const APART = 6;
const TICKS = 4;

interface ChartBarProps {
  readonly chart: BarsChart;
  readonly row: BarsChart['rows'][number];
}

/** Draws the parts of a bar, each a link where the row is none. */
function BarParts({ chart, row: { parts, told } }: ChartBarProps) {
  const at = usePlaces(chart.axis, 1);
  return parts.map((part) => {
    const [from, to] = [at(part.from), at(part.to)];
    const rect = (
      <rect
        className={part.look}
        x={from}
        y={chart.room.middle - THICK / 2}
        width={Math.max(1, Number((to - from - (told === null ? 1 : 0)).toFixed(1)))}
        height={THICK}
      />
    );
    return <Fragment key={part.look}>{told === null ? <Mark told={part.told}>{rect}</Mark> : rect}</Fragment>;
  });
}

/** The text at the end of a bar, or below it. */
function BarText({ chart, row: { parts, text } }: ChartBarProps) {
  const at = usePlaces(chart.axis, 1);
  const { middle, line, left } = chart.room;
  const place = chart.bare
    ? { x: Math.max(2, Math.min(left, DRAWING_WIDTH - widthOfText(text))), y: line + 14 }
    : { x: at(parts.at(-1)?.to ?? 0) + APART, y: middle + 4 };
  return (
    <text className="value over-lines" {...place}>
      {text}
    </text>
  );
}

/** Draws a bar with its name and its text. */
function ChartBar({ chart, row, top }: ChartBarProps & { readonly top: number }) {
  const inner = (
    <>
      <text className="label" {...chart.room.label}>
        <DrawnName text={row.label} room={chart.room.room} />
      </text>
      <BarParts chart={chart} row={row} />
      <BarText chart={chart} row={row} />
    </>
  );
  return row.told === null ? (
    <g className="chart-row" {...placed(0, top)}>
      {inner}
    </g>
  ) : (
    <Mark told={row.told} at={placed(0, top)}>
      {inner}
    </Mark>
  );
}

/** Draws bars under the names of their groups. */
export function BarsDrawing({ chart }: { readonly chart: BarsChart }) {
  const { title, axis, bare, panel, mark, room, rows } = chart;
  const { tops, begins, ...layout } = barsLayout(chart);
  return (
    <Frame title={title} {...layout} x={{ ...axis, label: '' }} ticks={bare ? 0 : TICKS}>
      {panel === '' ? null : <PanelTitle label={panel} mark={mark} />}
      {rows.map(({ group }, i) =>
        begins[i] ? (
          <text key={group} className="axis" x={room.label.x} y={(tops[i] ?? 0) - 1} textAnchor={room.label.textAnchor}>
            {group}
          </text>
        ) : null,
      )}
      <AllMarks axis={axis}>
        {rows.map((row, i) => (
          <ChartBar key={tops[i]} chart={chart} row={row} top={tops[i] ?? 0} />
        ))}
      </AllMarks>
    </Frame>
  );
}
