import { BarsDrawing } from './BarsDrawing.tsx';
import { CloudDrawing } from './CloudDrawing.tsx';
import type { ChartData } from './chart.ts';
import { DotsDrawing } from './DotsDrawing.tsx';
import { PointsDrawing } from './PointsDrawing.tsx';
import { RowsDrawing } from './RowsDrawing.tsx';
import { SlopesDrawing } from './SlopesDrawing.tsx';

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
