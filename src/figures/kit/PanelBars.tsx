import type { ReactElement } from 'react';
import { Plot } from '../../charts/Drawing.tsx';
import { DrawnName } from '../../charts/DrawnName.tsx';
import { DRAWING_WIDTH, labelRoom, widthOfText } from '../../charts/label-room.ts';
import { Mark, placed } from '../../charts/Mark.tsx';
import { PanelTitle } from '../../charts/PanelTitle.tsx';
import { href } from '../../ui/href.ts';
import { axisScale, Grid } from './axis.tsx';
import type { BarsFigure } from './figure.ts';

const LINE = 18;
const HEAD = 24;
const FOOT = 24;
/** The name of a group above its rows. */
const GROUP = 20;
const THICK = 12;
const APART = 6;

type BarsPanel = BarsFigure['panels'][number];

interface BarsDrawingProps {
  readonly panel: BarsPanel;
  readonly axis: BarsFigure['axis'];
  readonly room: ReturnType<typeof labelRoom>;
}

/** Draws the bars of one judge under the names of their groups, the value at the end of each bar. */
function BarsDrawing({ panel: { label, mark, judge, rows }, axis, room }: BarsDrawingProps): ReactElement {
  const values = Math.max(...rows.map(({ text }) => widthOfText(text)));
  const scale = axisScale(axis, { from: room.left, to: DRAWING_WIDTH - values - APART, count: 4 });
  const zero = scale.at(Math.max(0, axis.domain[0]));
  const starts = rows.map(({ group }, i) => group !== '' && rows[i - 1]?.group !== group);
  const tops = rows.map((_, i) => HEAD + i * room.line + GROUP * starts.slice(0, i + 1).filter(Boolean).length);
  const bottom = (tops.at(-1) ?? HEAD) + room.line;
  return (
    <Plot viewBox={`0 0 ${DRAWING_WIDTH} ${bottom + FOOT}`} title={label}>
      <PanelTitle label={label} mark={mark} />
      <Grid scale={scale} top={HEAD} bottom={bottom} />
      {rows.map(({ group }, i) =>
        starts[i] ? (
          <text key={group} className="axis" x={room.label.x} y={(tops[i] ?? 0) - 1} textAnchor={room.label.textAnchor}>
            {group}
          </text>
        ) : null,
      )}
      {rows.map((row, i) => (
        <Mark
          key={row.label}
          at={placed(0, tops[i] ?? 0)}
          told={{
            words: `${label}, ${row.label}: ${row.text}`,
            href: judge === null ? null : href(`/judge/${judge}/`),
          }}
        >
          <text className="label" {...room.label}>
            <DrawnName text={row.label} room={room.room} />
          </text>
          <rect
            className={mark === null ? 'bar' : `bar of-${mark}`}
            x={zero}
            y={room.middle - THICK / 2}
            width={Math.max(1, scale.at(row.value) - zero)}
            height={THICK}
          />
          <text className="value over-lines" x={scale.at(row.value) + APART} y={room.middle + 4}>
            {row.text}
          </text>
        </Mark>
      ))}
    </Plot>
  );
}

/** Draws bars in a panel per judge. All panels have one scale, and their names in one place. */
export function PanelBars({ panels, axis }: Pick<BarsFigure, 'panels' | 'axis'>): ReactElement[] {
  const room = labelRoom(
    panels.flatMap(({ rows }) => rows.map(({ label }) => label)),
    LINE,
  );
  return panels.map((panel) => <BarsDrawing key={panel.label} panel={panel} axis={axis} room={room} />);
}
