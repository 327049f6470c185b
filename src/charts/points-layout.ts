import { placesOn } from './axis.ts';
import type { CloudChart, PointsChart } from './chart.ts';
import { DRAWING_WIDTH } from './label-room.ts';
import { freeNames, type PlacedName } from './names.ts';
import type { ChartLayout } from './rows-layout.ts';

const HEIGHT = 400;
/** A wide one for a desk, on which nearly every mark has its name, and one of phone width. */
const WIDTHS = { wide: 2 * DRAWING_WIDTH, phone: DRAWING_WIDTH } as const;
/** `edge`: what names keep of the right edge, since capitals are wider than most letters. */
const ROOM = { left: 46, right: 14, top: 22, bottom: 42, edge: 8 } as const;

type PlaneChart = PointsChart | CloudChart;

export function pointsLayout({ size }: Pick<PlaneChart, 'size'>): ChartLayout {
  const width = WIDTHS[size];
  const plot = { left: ROOM.left, right: width - ROOM.right, top: ROOM.top, bottom: HEIGHT - ROOM.bottom };
  return { width, height: HEIGHT, plot };
}

/** Gives what places values of both axes in the drawing. */
export function pointPlaces(chart: Pick<PlaneChart, 'size' | 'x' | 'y'>): {
  readonly across: (value: number) => number;
  readonly up: (value: number) => number;
} {
  const { plot } = pointsLayout(chart);
  return { across: placesOn(chart.x, plot.left, plot.right), up: placesOn(chart.y, plot.bottom, plot.top) };
}

/** Finds a place for the name of each series of a cloud, at its mean. */
export function seriesNames(chart: CloudChart): readonly (PlacedName | null)[] {
  const { width, plot } = pointsLayout(chart);
  const { across, up } = pointPlaces(chart);
  return freeNames(
    chart.series.map(({ label, x, y }) => ({ text: label, x: across(x), y: up(y), first: false })),
    { left: plot.left, right: width - ROOM.edge, top: plot.top, bottom: plot.bottom },
  );
}

/** Finds a place for the name of each point in which it meets no other name and no mark; null for those that are read at their marks. */
export function pointNames(chart: PointsChart): readonly (PlacedName | null)[] {
  const { width, plot } = pointsLayout(chart);
  const { across, up } = pointPlaces(chart);
  const isNamed = (i: number): boolean => chart.fewNames !== true || chart.points[i]?.first === true;
  return freeNames(
    chart.points.map(({ label, x, y, first }, i) => ({ text: isNamed(i) ? label : '', x: across(x), y: up(y), first })),
    { left: plot.left, right: width - ROOM.edge, top: plot.top, bottom: plot.bottom },
  ).map((name, i) => (isNamed(i) ? name : null));
}

/** Says what the numbers in a drawing stand for: `1 Molmo-7B, 2 Eagle2.5-8B`; empty where all that are named have their names. */
export const numbersInWords = (chart: PointsChart): string =>
  pointNames(chart)
    .flatMap((name, i) =>
      typeof name?.number === 'number' ? [[name.number, chart.points[i]?.label ?? ''] as const] : [],
    )
    .map((one) => one.join('\u00a0'))
    .join(', ');
