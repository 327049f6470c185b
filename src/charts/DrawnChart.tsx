import { Fragment } from 'react';
import { ReferenceLine, Scatter } from 'recharts';
import { keyed } from '../ui/lists.ts';
import { rounded } from '../ui/number-words.ts';
import type { BarsChart, ChartData, CloudChart, Cross, DotsChart, PointsChart } from './chart.ts';
import { DrawnName, Mark, PanelTitle, placed } from './Drawing.tsx';
import { AllMarks, Frame, type ShapePlace, usePlaces } from './Frame.tsx';
import {
  barsLayout,
  type DotLine,
  DRAWING_WIDTH,
  dotsLayout,
  MARK_ROOM,
  pointNames,
  pointPlaces,
  pointsLayout,
  seriesNames,
} from './layouts.ts';
import { Shape } from './mark-kinds.tsx';
import { type PlacedName, widthOfText } from './names.ts';
import { RowsDrawing, SlopesDrawing } from './RowsDrawing.tsx';

const THICK = 12;
const APART = 6;
const TICKS = 4;

interface ChartBarProps {
  readonly chart: BarsChart;
  readonly row: BarsChart['rows'][number];
}

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

function BarsDrawing({ chart }: { readonly chart: BarsChart }) {
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

interface PlacedTextProps {
  readonly text: string;
  readonly name: PlacedName;
}

/** Writes the name of a point, or its number, which is shown on demand; and the line to it where it stands farther off. */
function PlacedText({ text, name: { place, leader, number } }: PlacedTextProps) {
  const drawn = (
    <>
      {leader === null ? null : <path className="leader" d={`M${leader.from.join(' ')}L${leader.to.join(' ')}`} />}
      <text className="named over-lines" {...place}>
        {number ?? text}
      </text>
    </>
  );
  return number === null ? drawn : <g className="spare">{drawn}</g>;
}

type CloudSeries = CloudChart['series'][number];

interface SeriesProps {
  readonly series: CloudSeries;
  readonly places: ReturnType<typeof pointPlaces>;
}

/** Draws marks as one path of dots, each from the one before: a third of the letters that places of their own take. */
function dotsPath(marks: CloudSeries['marks'], { across, up }: SeriesProps['places']): string {
  const dots = marks
    .map(([x, y]) => [Math.round(across(x)), Math.round(up(y))] as const)
    .sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  return dots
    .map(([x, y], i) => {
      const [fromX, fromY] = dots[i - 1] ?? [0, 0];
      return `${i === 0 ? 'M' : 'm'}${x - fromX} ${y - fromY}h0`.replace(' -', '-');
    })
    .join('');
}

const lineThrough = (ends: readonly (readonly [number, number])[], { across, up }: SeriesProps['places']): string =>
  `M${ends.map(([x, y]) => `${across(x)} ${up(y)}`).join('L')}`;

function SeriesCloud({ series: { look, trend, band, marks }, places }: SeriesProps) {
  const edge = [
    ...band.map(({ x, hi }) => [x, hi] as const),
    ...band.toReversed().map(({ x, lo }) => [x, lo] as const),
  ];
  return (
    <g className={`hue-${look.hue}`}>
      {marks.length === 0 ? null : <path className="dots" d={dotsPath(marks, places)} />}
      {edge.length === 0 ? null : <path className="band" d={`${lineThrough(edge, places)}z`} />}
      {trend === null ? null : <path className="trend" d={lineThrough(trend, places)} />}
    </g>
  );
}

function CloudDrawing({ chart }: { readonly chart: CloudChart }) {
  const { title, x, y, series, shared } = chart;
  const layout = pointsLayout(chart);
  const places = pointPlaces(chart);
  const names = seriesNames(chart);
  return (
    <Frame title={title} {...layout} x={x} y={y}>
      <text className="axis" x={4} y={12}>
        <DrawnName text={y.label} room={layout.width} />
      </text>
      <AllMarks axis={x} up={y}>
        <g className="cloud">
          {keyed(series, ({ label }) => label).map(({ item, key }) => (
            <SeriesCloud key={key} series={item} places={places} />
          ))}
          {shared === null ? null : <path className="shared" d={lineThrough(shared, places)} />}
          {keyed(series, ({ label }) => label).map(({ item, key }, i) => {
            const name = names[i] ?? null;
            return (
              <g key={key} className={`hue-${item.look.hue}`}>
                <Shape mark={item.look.mark} x={rounded(places.across(item.x), 1)} y={rounded(places.up(item.y), 1)} />
                {name === null ? null : <PlacedText text={item.label} name={name} />}
              </g>
            );
          })}
        </g>
      </AllMarks>
    </Frame>
  );
}

interface CrossShapeProps {
  readonly cross: Cross;
  readonly at: { readonly x: number; readonly y: number };
  readonly places: ReturnType<typeof pointPlaces>;
}

function CrossShape({ cross, at, places: { across, up } }: CrossShapeProps) {
  const along = cross.x === null ? '' : `M${across(cross.x[0])} ${at.y}H${across(cross.x[1])}`;
  const upright = cross.y === null ? '' : `M${at.x} ${up(cross.y[0])}V${up(cross.y[1])}`;
  return along + upright === '' ? null : <path className="cross" d={along + upright} />;
}

function Lines({ chart }: { readonly chart: PointsChart }) {
  const { plot } = pointsLayout(chart);
  const { across, up } = pointPlaces(chart);
  const { frontier = [], ideals = { x: null, y: null } } = chart;
  const at = ([x, y]: readonly [number, number]): string => `${across(x)} ${up(y)}`;
  const line = frontier
    .map(([from, to], i) => {
      const before = frontier[i - 1]?.[1];
      return before?.[0] === from[0] && before[1] === from[1] ? `L${at(to)}` : `M${at(from)}L${at(to)}`;
    })
    .join('');
  return (
    <>
      {ideals.x === null ? null : <path className="ideal" d={`M${across(ideals.x)} ${plot.top}V${plot.bottom}`} />}
      {ideals.y === null ? null : <path className="ideal" d={`M${plot.left} ${up(ideals.y)}H${plot.right}`} />}
      {frontier.length === 0 ? null : <path className="frontier" d={line} />}
    </>
  );
}

/** Draws two measures against each other. A name stands where it meets no other name or mark; the others are read at their marks. */
function PointsDrawing({ chart }: { readonly chart: PointsChart }) {
  const { title, x, y, points } = chart;
  const layout = pointsLayout(chart);
  const names = pointNames(chart);
  const places = pointPlaces(chart);
  return (
    <Frame title={title} {...layout} x={x} y={y}>
      <text className="axis" x={4} y={12}>
        <DrawnName text={y.label} room={layout.width} />
      </text>
      <Lines chart={chart} />
      <Scatter
        data={points.map((point) => ({ x: point.x, y: point.y }))}
        isAnimationActive={false}
        shape={({ cx = 0, cy = 0, index }: ShapePlace) => {
          const [point, name] = [points[index], names[index] ?? null];
          if (point === undefined) return <g />;
          const at = { x: rounded(cx, 1), y: rounded(cy, 1) };
          const shape = <Shape mark={point.mark} {...at} />;
          return (
            <Mark told={point.told}>
              {point.cross === undefined ? null : <CrossShape cross={point.cross} at={at} places={places} />}
              {point.pinned === true ? <circle className="pin-ring" cx={at.x} cy={at.y} r={9} /> : null}
              {point.hue === undefined ? shape : <g className={`hue-${point.hue}`}>{shape}</g>}
              {name === null ? null : <PlacedText text={point.label} name={name} />}
            </Mark>
          );
        }}
      />
    </Frame>
  );
}

interface DotProps {
  readonly chart: DotsChart;
  readonly line: DotLine;
}

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

function DotsDrawing({ chart }: { readonly chart: DotsChart }) {
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

/** Draws a chart by Recharts: at build into the page that is served, and in the page once something of it changes. */
export function DrawnChart({ chart }: { readonly chart: ChartData }) {
  switch (chart.kind) {
    case 'rows':
      return <RowsDrawing chart={chart} />;
    case 'dots':
      return <DotsDrawing chart={chart} />;
    case 'bars':
      return <BarsDrawing chart={chart} />;
    case 'slopes':
      return <SlopesDrawing chart={chart} />;
    case 'points':
      return <PointsDrawing chart={chart} />;
    case 'cloud':
      return <CloudDrawing chart={chart} />;
  }
}
