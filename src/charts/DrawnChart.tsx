import type { ChartData } from './chart.ts';
import { RowsDrawing } from './RowsDrawing.tsx';

/** Draws a chart by Recharts: at build into the page that is served, and in the page once something of it changes. */
export function DrawnChart({ chart }: { readonly chart: ChartData }) {
  switch (chart.kind) {
    case 'rows':
      return <RowsDrawing chart={chart} />;
  }
}
