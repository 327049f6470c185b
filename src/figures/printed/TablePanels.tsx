import type { ChartData } from '../../charts/chart.ts';
import { Chart } from '../../charts/Live.tsx';
import { barsCharts, changeCharts, ordersCharts } from './charts.ts';
import type { TablePicture } from './picture.ts';

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

/** Draws panels of a table's picture. */
export function TablePanels(props: TablePanelsProps) {
  return chartsOf(props).map((chart) => <Chart key={chart.title} chart={chart} />);
}
