import type { Board } from '../../schema/board.ts';
import { boardName } from '../../schema/board-name.ts';
import type { PublishedCell, Status } from '../../schema/published.ts';
import { countOf, numberWords } from '../../ui/number-words.ts';

/** Parts of a bar, from what is used as printed to what is not used at all. */
export const STATUS_PARTS = [
  { id: 'used', label: 'used as printed', statuses: ['ok', 'recomputed-equal'] },
  { id: 'partly', label: 'rests on fewer answers than stated', statuses: ['coverage'] },
  { id: 'none', label: 'nothing measured', statuses: ['not-applicable', 'not-scored'] },
  { id: 'differs', label: 'used, while the judgments give another value', statuses: ['recomputed-differs'] },
  { id: 'suspect', label: 'suspect', statuses: ['suspect'] },
  { id: 'rejected', label: 'rejected', statuses: ['rejected'] },
] as const satisfies readonly { id: string; label: string; statuses: readonly Status[] }[];

/** Counts the printed cells of a table by what became of them. */
export interface StatusBar {
  readonly board: Board;
  readonly name: string;
  readonly n: number;
  /** Parts are in the order of `STATUS_PARTS`; those without a cell are left out. */
  readonly parts: readonly { readonly id: string; readonly n: number }[];
  /** How many are suspect or rejected. */
  readonly doubt: number;
  /** For example `162 cells: 43 used as printed, 18 rejected`. */
  readonly words: string;
}

/** Makes a bar for every table with printed cells, in the order of `boards`. */
export function statusBars(cells: readonly PublishedCell[], boards: readonly Board[]): StatusBar[] {
  return boards.flatMap((board) => {
    const own = cells.filter(({ benchmark, table }) => benchmark === board.benchmark && table === board.table);
    const count = (statuses: readonly Status[]): number => own.filter(({ status }) => statuses.includes(status)).length;
    const parts = STATUS_PARTS.map(({ id, label, statuses }) => ({ id, label, n: count(statuses) })).filter(
      ({ n }) => n > 0,
    );
    if (own.length === 0) return [];
    const words = parts.map(({ n, label }) => `${numberWords(n)} ${label}`).join(', ');
    return {
      board,
      name: boardName(board),
      n: own.length,
      parts: parts.map(({ id, n }) => ({ id, n })),
      doubt: count(['suspect', 'rejected']),
      words: `${countOf(own.length, 'cell')}: ${words}`,
    };
  });
}

/** Counts the cells in doubt: `82 of 3 338 printed cells are in doubt; MM-Critic, table 12 has the most, 20.` */
export function doubtWords(bars: readonly StatusBar[]): string {
  const [all, doubt] = [bars.reduce((sum, { n }) => sum + n, 0), bars.reduce((sum, bar) => sum + bar.doubt, 0)];
  const [worst] = bars.toSorted((a, b) => b.doubt - a.doubt);
  if (worst === undefined || doubt === 0) return `None of ${countOf(all, 'printed cell')} is in doubt.`;
  return `${numberWords(doubt)} of ${countOf(all, 'printed cell')} ${doubt === 1 ? 'is' : 'are'} in doubt; ${worst.name} has the most, ${numberWords(worst.doubt)}.`;
}
