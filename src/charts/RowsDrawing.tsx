import { Fragment } from 'react';
import { ReferenceLine, ZIndexLayer } from 'recharts';
import { keyed } from '../ui/lists.ts';
import type { Axis, ChartRow, RowsChart, SlopesChart } from './chart.ts';
import { DrawnName, Mark, PanelTitle, placed } from './Drawing.tsx';
import { AllMarks, BEHIND_GRID, Frame, usePlaces } from './Frame.tsx';
import {
  HEAD_LINE,
  NOTE_LINE,
  rowsLayout,
  SIDE,
  SLOPE_APART,
  SLOPE_LINE,
  SLOPE_NAME,
  slopesLayout,
} from './layouts.ts';
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

interface StripesProps {
  readonly rows: number;
  /** Height of a row, and where the first one begins. */
  readonly line: number;
  readonly top: number;
  readonly width: number;
}

/** Draws a ground behind every other row, the first among them. It comes before lines that run through the rows, so that these stay whole. */
function Stripes({ rows, line, top, width }: StripesProps) {
  const ground = Array.from({ length: Math.ceil(rows / 2) }, (_, i) => `M0 ${top + 2 * i * line}h${width}v${line}H0z`);
  return <path className="stripe" d={ground.join('')} />;
}

interface ChartLineProps {
  readonly row: ChartRow;
  readonly chart: RowsChart;
}

function ChartRowMarks({ row: { marks, joined }, chart }: ChartLineProps) {
  const at = usePlaces(chart.axis);
  const places = marks.map(({ value }) => at(value));
  return (
    <>
      {joined && marks.length > 1 ? (
        <path className="joined" d={`M${Math.min(...places)} 0H${Math.max(...places)}`} />
      ) : null}
      {marks.map(({ mark, value, lo, hi }) => (
        <g key={mark}>
          {lo === null || hi === null ? null : <path className="interval" d={`M${at(lo)} 0H${at(hi)}`} />}
          <Shape mark={mark} x={at(value)} y={0} />
        </g>
      ))}
    </>
  );
}

const directionOf = ({ from, to }: NonNullable<ChartRow['arrow']>): 'up' | 'down' | 'same' =>
  to > from ? 'up' : to < from ? 'down' : 'same';

function Arrow({ arrow, chart }: Pick<ChartLineProps, 'chart'> & { readonly arrow: NonNullable<ChartRow['arrow']> }) {
  const at = usePlaces(chart.axis);
  const [from, to] = [at(arrow.from), at(arrow.to)];
  const back = arrow.to > arrow.from ? -8 : 8;
  const head = directionOf(arrow) === 'same' ? `M${to - 3} -3h6v6h-6z` : `M${to} -5l${-back} 5l${back} 5z`;
  return (
    <>
      <path className="shaft" d={`M${from} 0H${to}`} />
      <path className="from" d={`M${from} -5v10`} />
      <path className="to" d={head} />
    </>
  );
}

function ChartLine({ row, chart, y }: ChartLineProps & { readonly y: number }) {
  const { room } = chart;
  const { width } = rowsLayout(chart);
  const text = (
    <text className="value" x={width - 4} y={room.middle + 4} textAnchor="end" pointerEvents="none">
      {row.text}
    </text>
  );
  // What is written in a link would have to be in its spoken words; a click goes through the text to the link.
  const isLink = typeof row.told?.href === 'string';
  const change = row.arrow === null ? '' : ` change ${directionOf(row.arrow)}`;
  return (
    <g className={`chart-row${change}`} data-run={row.run} {...placed(0, y)}>
      <Mark told={row.told}>
        <rect className="stripe off" width={width} height={room.line} />
        <text className="label over-lines" {...room.label}>
          <DrawnName text={row.label} room={room.room} />
        </text>
        {row.arrow === null && row.marks.length === 0 ? null : (
          <g {...placed(0, room.middle)}>
            {row.arrow === null ? <ChartRowMarks row={row} chart={chart} /> : <Arrow arrow={row.arrow} chart={chart} />}
          </g>
        )}
        {isLink ? null : text}
      </Mark>
      {isLink ? text : null}
    </g>
  );
}

/** Draws a dashed line to compare with. Each has its name on a line of its own above the plot, so that none meets another. */
function Reference({ chart, place }: { readonly chart: RowsChart; readonly place: number }) {
  const { width, plot } = rowsLayout(chart);
  const at = usePlaces(chart.axis);
  const { references } = chart;
  const { at: value = 0, label = '' } = references[place] ?? {};
  const x = at(value);
  const isRight = x + widthOfText(label) > width;
  const y = plot.top - 5 - (references.length - 1 - place) * NOTE_LINE;
  return (
    <g className="reference">
      <path d={`M${x} ${y}V${plot.bottom}`} />
      <text className="over-lines" x={x + (isRight ? -4 : 4)} y={y} textAnchor={isRight ? 'end' : 'start'}>
        {label}
      </text>
    </g>
  );
}

function Sides({
  chart,
  sides: [left, right],
}: {
  readonly chart: RowsChart;
  readonly sides: readonly [string, string];
}) {
  const { width, plot } = rowsLayout(chart);
  const zero = usePlaces(chart.axis)(0);
  return (
    <>
      <text className="panel" x={zero - SIDE} y={14} textAnchor="end">
        <DrawnName text={left} room={zero - SIDE} />
      </text>
      <text className="panel" x={zero + SIDE} y={14}>
        <DrawnName text={right} room={width - zero - SIDE} />
      </text>
      <path className="zero-line" d={`M${zero} 4V${plot.bottom}`} />
    </>
  );
}

export function RowsDrawing({ chart }: { readonly chart: RowsChart }) {
  const { title, axis, ticks, panel, sides, references, room, rows } = chart;
  const layout = rowsLayout(chart);
  return (
    <Frame title={title} {...layout} x={axis} ticks={ticks}>
      <ZIndexLayer zIndex={BEHIND_GRID}>
        <Stripes rows={rows.length} line={room.line} top={layout.plot.top} width={layout.width} />
      </ZIndexLayer>
      {panel === '' ? null : (
        <text className="panel" x={2} y={14}>
          <DrawnName text={panel} room={layout.width} />
        </text>
      )}
      {sides === null ? null : <Sides chart={chart} sides={sides} />}
      {references.map(({ at, label }, i) => (
        <ReferenceLine key={label} x={at} ifOverflow="visible" shape={() => <Reference chart={chart} place={i} />} />
      ))}
      <AllMarks axis={axis}>
        {keyed(rows, ({ label }) => label).map(({ item, key }, i) => (
          <ChartLine key={key} row={item} chart={chart} y={layout.plot.top + i * room.line} />
        ))}
      </AllMarks>
    </Frame>
  );
}
