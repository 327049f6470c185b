import type { Board } from '../../schema/board.ts';
import type { BarsFigure, ChangeFigure, OrdersFigure } from '../kit/figure.ts';
import { comparesSettings, settingsChange } from './change.ts';
import { ordersUnderSettings, settingsOfRows } from './orders.ts';
import { partsOfMetric, sharesPerJudge } from './shares.ts';

export type TablePicture = ChangeFigure | BarsFigure | OrdersFigure;

/**
 * Gives the picture of a table that is no leaderboard, for its own page and for the page of figures: what settings change, the orders that
 * they give, or the parts of one metric; null where the table compares nothing.
 */
export function comparisonPicture(board: Board): TablePicture | null {
  if (board.kind !== 'comparison') return null;
  if (comparesSettings(board)) return filled(settingsChange(board));
  const settings = settingsOfRows(board);
  if (settings.length > 0) return filled(ordersUnderSettings(board, settings));
  const parts = partsOfMetric(board);
  return parts.length > 0 ? filled(sharesPerJudge(board, parts)) : null;
}

/** Of a table whose cells are all in doubt there is nothing to draw. */
const filled = <Picture extends TablePicture>(picture: Picture): Picture | null =>
  picture.panels.some(({ rows }) => rows.length > 0) ? picture : null;

/** Says how to read the picture above a table. */
export function pictureWords({ kind }: TablePicture, { block }: Pick<Board, 'block'>): string {
  switch (kind) {
    case 'change':
      return `In the picture an arrow leads from the first setting ${block === null ? '' : 'of a block of rows '}to another one.`;
    case 'orders':
      return 'In the picture each line follows a judge from setting to setting; the best judge of each setting is at the top.';
    case 'bars':
      return 'In the picture each judge has one bar per part; all bars share one scale.';
  }
}
