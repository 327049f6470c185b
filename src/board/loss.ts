import { exploreSearch } from '../explore/state.ts';
import { metricById } from '../metrics/index.ts';
import { type Board, type BoardColumn, isComputed } from '../schema/board.ts';
import { sliceText } from '../schema/slice.ts';
import { boardCasesHref, type PageBoard, RUN_PLACE } from './page-board.ts';

/** Writes the explorer's query for the cases that cost points under a column, with `RUN_PLACE` in the run's place; null where nothing can be lost. */
function lossesOf(column: BoardColumn): string | null {
  const metric = column.metric === null ? undefined : metricById(column.metric);
  if (metric === undefined || metric.loss === null) return null;
  return exploreSearch({ metric: metric.id, run: RUN_PLACE, slice: sliceText(column.slice) });
}

/** Links to the cases that cost a run points under a column of a computed board; null where there are none to open. */
export function lostCasesHref(board: Board, column: BoardColumn, run: string): string | null {
  const losses = isComputed(board) ? lossesOf(column) : null;
  return losses === null ? null : boardCasesHref(board.benchmark, losses, run);
}

/** Tells the columns of a computed board where the cases are that cost a run points; a published board stays as it is. */
export function withLosses(board: Board): PageBoard {
  if (!isComputed(board)) return board;
  const columns = board.columns.map((column) => {
    const losses = lossesOf(column);
    return losses === null ? column : { ...column, losses };
  });
  return { ...board, columns };
}
