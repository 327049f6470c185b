import { exploreSearch } from '../explore/state.ts';
import { metricById } from '../metrics/index.ts';
import { type Board, type BoardColumn, isComputed } from '../schema/board.ts';
import { sliceText } from '../schema/slice.ts';
import { boardCasesHref, type PageBoard, type PageColumn, RUN_PLACE } from './page-board.ts';

export interface LossList {
  readonly metric: string;
  readonly slice: string;
  readonly losses: string;
}

export const lossLists = (board: Board): readonly LossList[] =>
  board.columns.flatMap((column) => {
    const losses = isComputed(board) ? lossesOf(column) : null;
    return losses === null ? [] : [{ metric: column.metric ?? '', slice: sliceText(column.slice), losses }];
  });

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

export type LostCounts = ReadonlyMap<string, NonNullable<PageColumn['lost']>>;

export const lostCount = (counts: LostCounts, column: BoardColumn, run: string): number =>
  counts.get(lossesOf(column) ?? '')?.[run] ?? 0;

export function withLosses(board: Board, counts?: LostCounts): PageBoard {
  if (!isComputed(board)) return board;
  const columns = board.columns.map((column) => {
    const losses = lossesOf(column);
    if (losses === null) return column;
    const lost = counts?.get(losses);
    return lost === undefined ? { ...column, losses } : { ...column, losses, lost };
  });
  return { ...board, columns };
}
