import { Fragment } from 'react';
import { keyed } from '../ui/lists.ts';
import type { Axis, SlopesChart } from './chart.ts';
import { DrawnName, Mark, PanelTitle, placed } from './Drawing.tsx';
import { AllMarks, Frame, usePlaces } from './Frame.tsx';
import { HEAD_LINE, SLOPE_APART, SLOPE_LINE, SLOPE_NAME, slopesLayout } from './layouts.ts';
import { Shape } from './mark-kinds.tsx';
import { widthOfText } from './names.ts';

type SlopesRow = SlopesChart['rows'][number];

/** Settings stand at 0, 1, 2 …, half a step from the edges. */
const settingsAxis = ({ settings }: SlopesChart): Axis => ({
  label: '',
  domain: [-0.5, settings.length - 0.5],
  log: false,
});

interface SlopeProps {
  readonly chart: SlopesChart;
  readonly row: SlopesRow;
}

const down = (place: number): number => (place - 1) * SLOPE_LINE;

function Ways({ chart, row: { at } }: SlopeProps) {
  const x = usePlaces(settingsAxis(chart), 1);
  return chart.settings.map((setting, i) => {
    const [from, to] = [at[i], at[i + 1]];
    if (!from || !to) return null;
    const half = (widthOfText(from.text) + SLOPE_APART) / 2;
    const way = from.place === to.place ? 'way' : `way ${to.place < from.place ? 'up' : 'down'}`;
    return (
      <path
        key={setting}
        className={way}
        d={`M${x(i) + half} ${down(from.place)}L${x(i + 1) - half} ${down(to.place)}`}
      />
    );
  });
}

function Slope({ chart, row }: SlopeProps) {
  const { label, mark, told, at } = row;
  const x = usePlaces(settingsAxis(chart), 1);
  const [first] = at;
  return (
    <Mark at={placed(0, slopesLayout(chart).plot.top + SLOPE_LINE / 2 - SLOPE_APART)} told={told}>
      <Ways chart={chart} row={row} />
      {first ? (
        <g {...placed(0, down(first.place))}>
          {mark === null ? null : <Shape mark={mark} x={8} y={0} />}
          <text className="label" x={SLOPE_NAME} y={4}>
            <DrawnName text={label} room={chart.names} />
          </text>
        </g>
      ) : null}
      {at.map((one, i) =>
        one === null ? null : (
          <Fragment key={chart.settings[i]}>
            {/* Draws nothing; names and values are words of their own to who reads the drawing as a text. */}{' '}
            <text className="value over-lines" x={x(i)} y={down(one.place) + 4} textAnchor="middle">
              {one.text}
            </text>
          </Fragment>
        ),
      )}
    </Mark>
  );
}

function SlopeHeads({ chart }: Pick<SlopeProps, 'chart'>) {
  const x = usePlaces(settingsAxis(chart), 1);
  const { heads, plot } = slopesLayout(chart);
  return heads.map((lines, i) => (
    <text key={chart.settings[i]} className="axis" textAnchor="middle">
      {lines.map((line, at) => (
        <tspan key={line} x={x(i)} y={plot.top - SLOPE_LINE / 2 - (lines.length - at - 1) * HEAD_LINE - SLOPE_APART}>
          {line}
        </tspan>
      ))}
    </text>
  ));
}

/** Draws judges in the first setting's order, and each one's way through the orders of the others: lines that cross change places. */
export function SlopesDrawing({ chart }: { readonly chart: SlopesChart }) {
  const { title, rows } = chart;
  const { heads: _, ...layout } = slopesLayout(chart);
  return (
    <Frame title={title} {...layout} x={settingsAxis(chart)} ticks={0}>
      <PanelTitle label={title} mark={null} />
      <SlopeHeads chart={chart} />
      <AllMarks axis={settingsAxis(chart)}>
        {keyed(rows, ({ label }) => label).map(({ item, key }) => (
          <Slope key={key} chart={chart} row={item} />
        ))}
      </AllMarks>
    </Frame>
  );
}
