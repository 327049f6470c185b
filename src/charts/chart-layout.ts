import { barsLayout } from './bars-layout.ts';
import type { ChartData } from './chart.ts';
import { dotsLayout } from './dots-layout.ts';
import { pointsLayout } from './points-layout.ts';
import { type ChartLayout, rowsLayout } from './rows-layout.ts';
import { slopesLayout } from './slopes-layout.ts';

/** Says how large a chart will be, for the room that is kept until it is drawn. */
export function chartLayoutOf(chart: ChartData): ChartLayout {
  switch (chart.kind) {
    case 'rows':
      return rowsLayout(chart);
    case 'dots':
      return dotsLayout(chart);
    case 'bars':
      return barsLayout(chart);
    case 'slopes':
      return slopesLayout(chart);
    case 'points':
      return pointsLayout(chart);
  }
}

/** Says whether a chart has something to draw; without a row, bar or point it would be an empty box. */
export const hasValues = (chart: ChartData): boolean =>
  (chart.kind === 'points' ? chart.points : chart.rows).length > 0;
