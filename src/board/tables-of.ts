import type { Board } from '../schema/board.ts';

/** A benchmark's tables in the order of the paper. */
export function tablesOf(boards: readonly Board[], benchmark: string): Board[] {
  return boards.filter((board) => board.benchmark === benchmark).sort((a, b) => a.number - b.number);
}
