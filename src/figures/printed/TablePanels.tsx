import { Change } from '../kit/Change.tsx';
import { Orders } from '../kit/Orders.tsx';
import { PanelBars } from '../kit/PanelBars.tsx';
import type { TablePicture } from './picture.ts';

interface TablePanelsProps {
  readonly picture: TablePicture;
  /** First panel to draw, up to `to`; by default all are drawn. */
  readonly from?: number;
  readonly to?: number;
}

/** Draws panels of a table's picture. */
export function TablePanels({ picture, from = 0, to = Number.POSITIVE_INFINITY }: TablePanelsProps) {
  switch (picture.kind) {
    case 'change':
      return <Change panels={picture.panels.slice(from, to)} />;
    case 'orders':
      return <Orders panels={picture.panels.slice(from, to)} settings={picture.settings} />;
    case 'bars':
      return <PanelBars panels={picture.panels.slice(from, to)} axis={picture.axis} />;
  }
}
