import { hasPlace, soundValue } from '../../board/scale.ts';
import { tablesOf } from '../../board/tables-of.ts';
import type { Board, BoardCell, BoardColumn, BoardRow } from '../../schema/board.ts';
import { bestAndWorst, better } from '../../schema/direction.ts';

/** How a value compares with what a trivial judge would score: beyond its interval, or not told apart. */
export interface AgainstTrivial {
  readonly label: string;
  readonly verdict: 'better' | 'worse' | 'unclear';
}

/** One printed value of a judge with all that can be said of it. */
export interface ProfileLine {
  readonly column: BoardColumn;
  readonly cell: BoardCell;
  readonly against: readonly AgainstTrivial[];
  /**
   * Its place, which is 1 + the number of judges with a strictly better value, of all that have one; null where the column does not rank.
   * `ranked`: all whom ranks leave room for, those with a value in doubt among them.
   */
  readonly place: { readonly at: number; readonly of: number; readonly ranked: number } | null;
}

export interface ProfileTable {
  readonly board: Board;
  readonly row: BoardRow;
  readonly lines: readonly ProfileLine[];
}

/**
 * Says whether a trivial judge is at the best end of the scale, where nobody can beat it: a constant scorer is, under a perturbation that
 * should change nothing.
 */
function unbeatable({ range, direction }: BoardColumn, at: { readonly lo: number; readonly hi: number }): boolean {
  if (direction === 'zero') return at.lo <= 0 && at.hi >= 0;
  return (
    range !== null &&
    better(direction, bestAndWorst(direction, at.lo, at.hi).worst, bestAndWorst(direction, ...range).best) >= 0
  );
}

function againstOf(board: Board, column: BoardColumn, cell: BoardCell): AgainstTrivial[] {
  const { interval } = cell;
  if (interval === null || column.direction === 'none' || soundValue(cell) === null) return [];
  const { direction } = column;
  const own = bestAndWorst(direction, interval.lo, interval.hi);
  return board.references.flatMap(({ label, values }): AgainstTrivial[] => {
    const at = values[column.key];
    if (at === undefined || unbeatable(column, at)) return [];
    const theirs = bestAndWorst(direction, at.lo, at.hi);
    const ahead = better(direction, own.worst, theirs.best) > 0;
    const behind = better(direction, own.best, theirs.worst) < 0;
    return [{ label, verdict: ahead ? 'better' : behind ? 'worse' : 'unclear' }];
  });
}

function placeOf(board: Board, column: BoardColumn, cell: BoardCell): ProfileLine['place'] {
  const value = soundValue(cell);
  if (value === null || column.direction === 'none' || board.kind !== 'leaderboard') return null;
  const cells = board.rows.flatMap((r) => (r.kind === 'judge' ? (r.cells[column.key] ?? []) : []));
  const all = cells.flatMap((other) => soundValue(other) ?? []);
  const at = 1 + all.filter((other) => better(column.direction, other, value) > 0).length;
  return { at, of: all.length, ranked: cells.filter(hasPlace).length };
}

/** Lists every printed result of a judge in a benchmark, table by table, row by row. */
export function profileOf(boards: readonly Board[], benchmark: string, judge: string): ProfileTable[] {
  return tablesOf(boards, benchmark).flatMap((board) => {
    return board.rows
      .filter((row) => row.judge === judge)
      .map((row) => ({
        board,
        row,
        lines: board.columns.flatMap((column): ProfileLine[] => {
          const cell = row.cells[column.key];
          if (cell === undefined || column.unit === 'text' || cell.printed === '') return [];
          return [
            {
              column,
              cell,
              against: againstOf(board, column, cell),
              place: placeOf(board, column, cell),
            },
          ];
        }),
      }));
  });
}

/** Leaves one row per board: of a judge with several, the row without a variant, if there is one. */
export const standardTables = (tables: readonly ProfileTable[]): ProfileTable[] =>
  tables.filter(
    ({ board, row }) => row.variant === '' || !tables.some((t) => t.board === board && t.row.variant === ''),
  );
