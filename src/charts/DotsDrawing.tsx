import { ReferenceLine } from 'recharts';
import type { DotsChart } from './chart.ts';
import { DrawnName } from './DrawnName.tsx';
import { type DotLine, dotsLayout, MARK_ROOM } from './dots-layout.ts';
import { AllMarks, Frame, usePlaces } from './Frame.tsx';
import { Mark } from './Mark.tsx';
import { Shape } from './mark-kinds.tsx';

interface DotProps {
  readonly chart: DotsChart;
  readonly line: DotLine;
}

/** Draws a mark with its interval, and its name or value beside it or above. */
function Dot({ chart, line: { mark: own, run, y, text } }: DotProps) {
  const at = usePlaces(chart.axis, 1);
  const { above, ...beside } = text;
  const [from, to] = [at(own.lo ?? own.value), at(own.hi ?? own.value)];
  return (
    <Mark told={own.told} run={run}>
      {from === to ? null : <path className="interval" d={`M${from} ${y}H${to}`} />}
      <Shape mark={own.mark} x={at(own.value)} y={y} />
      <text className="value over-lines" y={above ? y - 9 : y + 4} {...beside}>
        <DrawnName text={own.text} room={MARK_ROOM} />
      </text>
    </Mark>
  );
}

/** Draws the line to compare with, and its name at its foot. */
function DotsReference({ chart, bottom }: { readonly chart: DotsChart; readonly bottom: number }) {
  const at = usePlaces(chart.axis, 1);
  const { at: value = 0, label = '' } = chart.reference ?? {};
  return (
    <g className="reference">
      <path d={`M${at(value)} 4V${bottom}`} />
      <text x={at(value) + 4} y={bottom - 2}>
        {label}
      </text>
    </g>
  );
}

/** Draws rows of marks on one scale, a line per mark. */
export function DotsDrawing({ chart }: { readonly chart: DotsChart }) {
  const { title, axis, reference } = chart;
  const { heads, lines, ...layout } = dotsLayout(chart);
  const { bottom } = layout.plot;
  return (
    <Frame title={title} {...layout} x={axis}>
      {reference === null ? null : (
        <ReferenceLine
          x={reference.at}
          ifOverflow="visible"
          shape={() => <DotsReference chart={chart} bottom={bottom} />}
        />
      )}
      {heads.map(({ label, run, y }) => (
        <text key={y} data-run={run} className="label over-lines" x={2} y={y}>
          <DrawnName text={label} room={layout.width} />
        </text>
      ))}
      <AllMarks axis={axis}>
        {lines.map((line) => (
          <Dot key={line.y} chart={chart} line={line} />
        ))}
      </AllMarks>
    </Frame>
  );
}
