import type { ChartData } from './chart.ts';
import { type ChartLayout, rowsLayout } from './rows-layout.ts';

/** Says how large a chart will be, for the room that is kept until it is drawn. */
export function chartLayoutOf(chart: ChartData): ChartLayout {
  switch (chart.kind) {
    case 'rows':
      return rowsLayout(chart);
  }
}

/** Says whether a chart has something to draw; without a row, bar or point it would be an empty box. */
export function hasValues(chart: ChartData): boolean {
  switch (chart.kind) {
    case 'rows':
      return chart.rows.length > 0;
  }
}
