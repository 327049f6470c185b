import { exploreSearch } from '../explore/state.ts';
import { metricById } from '../metrics/index.ts';
import { sliceText } from '../metrics/slice.ts';
import type { Board } from '../schema/board.ts';
import { isComputed } from '../schema/board-name.ts';
import { RUN, type SlimBoard } from './slim.ts';

/** Tells the columns of a computed board where the cases are that cost a run points; a published board stays as it is. */
export function withLosses(board: Board): SlimBoard {
  if (!isComputed(board)) return board;
  const columns = board.columns.map((column) => {
    const metric = column.metric === null ? undefined : metricById(column.metric);
    if (metric === undefined || metric.loss === null) return column;
    return { ...column, losses: exploreSearch({ metric: metric.id, run: RUN, slice: sliceText(column.slice) }) };
  });
  return { ...board, columns };
}
