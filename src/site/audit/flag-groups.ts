import type { AuditFlag } from '../../schema/audit.ts';
import type { Board, BoardRow } from '../../schema/board.ts';

export interface FlagGroup {
  readonly board: Board;
  readonly flags: readonly AuditFlag[];
}

/** Groups flags by table, in the order of benchmarks and tables; a table without flags is left out. */
export function flagGroups(flags: readonly AuditFlag[], boards: readonly Board[]): FlagGroup[] {
  const byTable = Map.groupBy(flags, ({ benchmark, table }) => `${benchmark} ${table}`);
  return boards.flatMap((board) => {
    const own = byTable.get(`${board.benchmark} ${board.table}`);
    return own === undefined ? [] : [{ board, flags: own }];
  });
}

/** Finds the board's row that a flag is about. */
export function flaggedRow({ rows }: Board, { row, variant, judge }: AuditFlag): BoardRow | undefined {
  return rows.find((r) => r.row === row && r.variant === variant && (r.judge ?? '') === judge);
}
