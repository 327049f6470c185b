import { Fragment } from 'react';
import type {
  BarsChart,
  ChartData,
  ChartSize,
  LabelRoom,
  PointsChart,
  RowsChart,
  SlopesChart,
} from '../../charts/chart.ts';
import { Drawing, NameAll, OnPhone, SpareNames } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { barsRoom, rowsRoom, slopeNames } from '../../charts/layouts.ts';
import { SeriesLegend } from '../../charts/mark-kinds.tsx';
import { href } from '../../ui/href.ts';
import { signed } from '../../ui/number-words.ts';
import { Matrix, MatrixKey } from '../kit/Heat.tsx';
import { FigureBox, InFrame, NumbersTable, OfNumbers, Reading } from '../kit/Parts.tsx';
import {
  type BarsFigure,
  type ChangeFigure,
  dotsChart,
  type Figure,
  inPanels,
  type MatrixFigure,
  type OrdersFigure,
  rowPanels,
  type ScatterFigure,
} from './figure.ts';
import type { TablePicture } from './picture.ts';

function widthOfFigure(figure: Figure): 'half' | 'broad' {
  if (figure.kind === 'dots') return rowPanels(figure.rows.length) > 2 ? 'broad' : 'half';
  if (figure.kind === 'bars' || figure.kind === 'orders') return figure.panels.length > 2 ? 'broad' : 'half';
  if (figure.kind !== 'change') return 'half';
  const [first, ...others] = figure.panels;
  const panels = others.length === 0 ? rowPanels(first?.rows.length ?? 0) : figure.panels.length;
  return panels > 2 ? 'broad' : 'half';
}

/** Puts figures in their order, but for each second half, which goes beside the first one: no line of a wide page is half empty. */
export function inLines(figures: readonly Figure[]): Figure[] {
  const lines: Figure[] = [];
  let alone: Figure | null = null;
  for (const figure of figures) {
    if (widthOfFigure(figure) === 'broad') lines.push(figure);
    else if (alone === null) {
      alone = figure;
      lines.push(figure);
    } else {
      lines.splice(lines.indexOf(alone) + 1, 0, figure);
      alone = null;
    }
  }
  return lines;
}

const judgeHref = (judge: string | null): string | null => (judge === null ? null : href(`/judge/${judge}/`));

type ChangePanel = ChangeFigure['panels'][number];

const TICKS = 4;

/** What a setting changes in one measure: an arrow per judge from the value before to the value after. `title` is no other panel's. */
function changeChart(
  { label, axis, decimals, rows }: ChangePanel,
  { title, measure, room }: { readonly title: string; readonly measure: string; readonly room: LabelRoom },
): RowsChart {
  return {
    kind: 'rows',
    title,
    size: 'phone',
    axis: { ...axis, label: '' },
    ticks: TICKS,
    panel: label,
    sides: null,
    references: [],
    notes: 0,
    room,
    rows: rows.map(({ label: name, from, to }) => {
      const change = signed(to - from, decimals);
      const words = `${name}: ${measure} from ${from.toFixed(decimals)} to ${to.toFixed(decimals)}, ${change}`;
      return { label: name, told: { words, href: null }, text: change, marks: [], joined: false, arrow: { from, to } };
    }),
  };
}

function partsOf(panel: ChangePanel): readonly { readonly panel: ChangePanel; readonly title: string }[] {
  const parts = inPanels(panel.rows);
  if (parts.length === 1) return [{ panel, title: panel.label }];
  return parts.map((rows, i) => ({
    // What all parts measure is said above the first one.
    panel: { ...panel, label: i === 0 ? panel.label : '', rows },
    title: `${panel.label}: ${rows.map(({ label }) => label).join(', ')}`,
  }));
}

/** Draws what a setting changes, a chart per measure. Those of one unit have one scale, and all have their names in one place. */
export function changeCharts({ panels }: Pick<ChangeFigure, 'panels'>): readonly RowsChart[] {
  const room = rowsRoom(panels.flatMap(({ rows }) => rows.map(({ label }) => label)));
  const [first, ...others] = panels;
  const parts =
    first === undefined || others.length > 0 ? panels.map((panel) => ({ panel, title: panel.label })) : partsOf(first);
  return parts.map(({ panel, title }) => changeChart(panel, { title, measure: title.split(': ')[0] ?? '', room }));
}

/** Draws bars, a chart per judge. All have one scale, and their names in one place. */
export function barsCharts({ panels, axis }: Pick<BarsFigure, 'panels' | 'axis'>): readonly BarsChart[] {
  const room = barsRoom(panels.flatMap(({ rows }) => rows.map(({ label }) => label)));
  return panels.map(({ label, mark, judge, rows }) => ({
    kind: 'bars',
    title: label,
    axis,
    bare: false,
    panel: label,
    mark,
    room,
    rows: rows.map(({ value, ...row }) => ({
      ...row,
      parts: [
        { look: mark === null ? 'bar' : `bar of-${mark}`, from: Math.max(0, axis.domain[0]), to: value, told: null },
      ],
      told: { words: `${label}: ${row.label} ${row.text}`, href: judgeHref(judge) },
    })),
  }));
}

/** Says where a judge stands under each setting, its values as they are drawn first: `o3: 8.514, 8.587 (GPT-4.1, place 1; o4-mini, place 1)`. */
function placesInWords(
  { label, at }: OrdersFigure['panels'][number]['rows'][number],
  settings: readonly string[],
): string {
  const values = at.flatMap((one) => (one === null ? [] : [one.text]));
  const places = at.flatMap((one, i) => (one === null ? [] : [`${settings[i]}, place ${one.place}`]));
  return `${label}: ${values.join(', ')} (${places.join('; ')})`;
}

export function ordersCharts({ panels, settings }: Pick<OrdersFigure, 'panels' | 'settings'>): readonly SlopesChart[] {
  const names = slopeNames(panels.flatMap(({ rows }) => rows.map(({ label }) => label)));
  return panels.map(({ label, rows }) => ({
    kind: 'slopes',
    title: label,
    settings,
    names,
    rows: rows.map((row) => ({
      label: row.label,
      mark: row.mark,
      told: { words: placesInWords(row, settings), href: judgeHref(row.judge) },
      at: row.at,
    })),
  }));
}

function scatterChart({ title, x, y, series, points }: ScatterFigure, size: ChartSize): PointsChart {
  return {
    kind: 'points',
    title,
    size,
    x,
    y,
    points: points.map((point) => ({
      x: point.x,
      y: point.y,
      label: point.label,
      mark: series.find(({ id }) => id === point.series)?.mark ?? 'square',
      first: point.front,
      told: {
        words: `${point.label}: ${point.values}`,
        href: judgeHref(point.judge),
      },
    })),
  };
}

interface TablePanelsProps {
  readonly picture: TablePicture;
  /** First panel to draw, up to `to`; by default all are drawn. */
  readonly from?: number;
  readonly to?: number;
}

function chartsOf({ picture, from = 0, to = Number.POSITIVE_INFINITY }: TablePanelsProps): readonly ChartData[] {
  switch (picture.kind) {
    case 'change':
      return changeCharts({ panels: picture.panels.slice(from, to) });
    case 'orders':
      return ordersCharts({ panels: picture.panels.slice(from, to), settings: picture.settings });
    case 'bars':
      return barsCharts({ panels: picture.panels.slice(from, to), axis: picture.axis });
  }
}

export function TablePanels(props: TablePanelsProps) {
  return chartsOf(props).map((chart) => <Chart key={chart.title} chart={chart} />);
}

interface PrintedFigureProps {
  readonly figure: Figure;
  readonly benchmark: string;
}

function Drawn({ figure }: { readonly figure: Exclude<Figure, MatrixFigure> }) {
  switch (figure.kind) {
    case 'dots':
      return inPanels(figure.rows).map((rows) => {
        const title = rows.map(({ label }) => label).join(', ');
        return <Chart key={title} chart={dotsChart({ ...figure, title, rows })} />;
      });
    case 'change':
    case 'bars':
    case 'orders':
      return <TablePanels picture={figure} />;
    case 'scatter': {
      const [phone, wide] = [scatterChart(figure, 'phone'), scatterChart(figure, 'wide')];
      const narrow = (
        <>
          <Chart className="phone" chart={phone} />
          <SpareNames chart={phone} />
        </>
      );
      return (
        <OnPhone phone={narrow}>
          <Chart className="wide" chart={wide} />
          <SpareNames chart={wide} />
        </OnPhone>
      );
    }
  }
}

function Legend({ figure }: Pick<PrintedFigureProps, 'figure'>) {
  if (figure.kind === 'matrix') return <MatrixKey {...figure} />;
  return 'series' in figure ? <SeriesLegend series={figure.series} /> : null;
}

export function PrintedFigure({ figure, benchmark }: PrintedFigureProps) {
  const { id, title, says, about, n, sources, kind } = figure;
  const isInPanels = kind !== 'scatter';
  const source = (
    <>
      From{' '}
      {sources.map(({ table: name, label }, i) => (
        <Fragment key={name}>
          {i > 0 ? ' and ' : ''}
          <a href={href(`/${benchmark}/${name}/`)}>{label}</a>
        </Fragment>
      ))}
      {`, ${n}`}
    </>
  );
  return (
    <FigureBox id={id} title={title} width={widthOfFigure(figure)} source={source}>
      <Reading says={says}>{about}</Reading>
      <Legend figure={figure} />
      {kind === 'scatter' ? <NameAll /> : null}
      {figure.kind === 'matrix' ? (
        <Matrix {...figure} />
      ) : (
        <Drawing of={title} className={isInPanels ? 'panels' : undefined}>
          <Drawn figure={figure} />
        </Drawing>
      )}
      {figure.kind === 'matrix' ? null : (
        <details>
          <summary>
            <OfNumbers />
          </summary>
          <NumbersTable of={title} {...figure.table} />
        </details>
      )}
    </FigureBox>
  );
}

/** Shows it in a frame of somebody else's page. */
export const FramedPrinted = (props: PrintedFigureProps) => (
  <InFrame value={true}>
    <PrintedFigure {...props} />
  </InFrame>
);
