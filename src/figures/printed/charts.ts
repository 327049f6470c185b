import { barsRoom } from '../../charts/bars-layout.ts';
import type { BarsChart, ChartSize, PointsChart, RowsChart, SlopesChart } from '../../charts/chart.ts';
import type { LabelRoom } from '../../charts/label-room.ts';
import { rowsRoom } from '../../charts/rows-layout.ts';
import { slopeNames } from '../../charts/slopes-layout.ts';
import { href } from '../../ui/href.ts';
import { signed } from '../../ui/number-words.ts';
import type { BarsFigure, ChangeFigure, OrdersFigure, ScatterFigure } from '../kit/figure.ts';
import { inPanels } from '../kit/row-panels.ts';

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

/** A measure of many rows, in several panels with what they hold in their titles. */
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

/** Draws orders, a chart per measure: lines that cross are judges that change places. */
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

/** Draws two measures of the same judges against each other; those on the Pareto front are named first. */
export function scatterChart({ title, x, y, series, points }: ScatterFigure, size: ChartSize): PointsChart {
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
