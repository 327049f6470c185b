import { useCallback, useMemo } from 'react';
import { unpackBoard } from '../board/pack.ts';
import type { SlimBoard } from '../board/slim.ts';
import type { FailureWords } from '../client/failure.ts';
import { type AskedQuestion, useQuestion } from '../ui/use-question.ts';
import type { PlotAxis } from './axes.ts';
import type { PlotIndex } from './plot-index.ts';

const PLOT_UNREAD: FailureWords = {
  what: 'The file of tables cannot be read.',
  todo: 'Try again, or reload the page.',
};

interface PlotBoards {
  readonly boards: readonly SlimBoard[];
  /** Whether the tables of both axes are there. */
  readonly isWhole: boolean;
  readonly loading: AskedQuestion<readonly SlimBoard[]>;
}

/** Loads the tables of the benchmarks of both axes, but for a table that came with the page. */
export function usePlotBoards(
  index: PlotIndex,
  start: readonly SlimBoard[],
  axes: readonly (PlotAxis | undefined)[],
): PlotBoards {
  const wanted = axes.flatMap((axis) => axis?.from ?? []);
  const isIn = (boards: readonly SlimBoard[], { benchmark, table }: (typeof wanted)[number]): boolean =>
    boards.some((board) => board.benchmark === benchmark && board.table === table);
  const missing = wanted.filter((one) => !isIn(start, one)).map(({ benchmark }) => benchmark);
  const files = index.benchmarks.filter(({ id }) => missing.includes(id)).map(({ file }) => file);
  const key = files.join(' ');
  const ask = useCallback(async () => {
    const { loadTables } = await import('../client/comparison.ts');
    const loaded = await Promise.all(key.split(' ').map((file) => loadTables(index.address, file)));
    return loaded.flatMap(({ boards }) => boards).map(unpackBoard);
  }, [index, key]);
  const loading = useQuestion(key === '' ? null : ask, PLOT_UNREAD);
  const boards = useMemo(() => [...start, ...(loading.last ?? [])], [start, loading.last]);
  return { boards, isWhole: wanted.every((one) => isIn(boards, one)), loading };
}
