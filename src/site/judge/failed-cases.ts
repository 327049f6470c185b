import { lostCasesHref } from '../../board/loss.ts';
import type { ProfileTable } from './profile.ts';

/** Cases that a judge lost under the column that ranks a board. */
interface LostCases {
  readonly words: string;
  readonly measure: string;
  readonly href: string;
}

/** By benchmark, the cases that a judge got wrong on each board made from cases. Where it has several runs on one, that without a variant stands for it. */
export function failedCases(tables: readonly ProfileTable[]): ReadonlyMap<string, readonly LostCases[]> {
  const standard = tables.filter(
    ({ board, row }) => row.variant === '' || !tables.some((t) => t.board === board && t.row.variant === ''),
  );
  const lost = standard.flatMap(({ board, row }) => {
    const column = board.columns.find(({ key }) => key === board.sort?.column);
    const cell = column === undefined ? undefined : row.cells[column.key];
    const href = column === undefined || cell?.value == null ? null : lostCasesHref(board, column, row.id);
    const words = [board.title, row.variant].filter((word) => word !== '').join(', ');
    if (href === null || column === undefined) return [];
    return [{ benchmark: board.benchmarkName, words, measure: column.label, href }];
  });
  return Map.groupBy(lost, ({ benchmark }) => benchmark);
}
