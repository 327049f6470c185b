import type { RankInterval } from '../../schema/board.ts';
import type { SortKey } from '../../url-state/board.ts';
import { soundValue } from './scale.ts';
import type { SlimBoard, SlimColumn, SlimRow } from './slim.ts';

/** Where a judge stands in one column. */
export interface Standing {
  /** 1 + judges with a strictly better value. */
  readonly place: number;
  /** Null where the column has no test. */
  readonly rank: RankInterval | null;
  /** Counts from 0 in order of value: judges of one group are not significantly worse than its first. */
  readonly group: number;
}

export interface Standings {
  readonly column: SlimColumn;
  /** True where the column's ranks come from tests: an interval; else only places. */
  readonly tested: boolean;
  readonly of: ReadonlyMap<string, Standing>;
}

/** The column that ranks: the first that the visitor sorts by, if it has a better end; else the table's own. */
export function rankingColumn(board: SlimBoard, sort: readonly SortKey[]): SlimColumn | null {
  const ranks = (key: string | undefined): SlimColumn | undefined =>
    board.columns.find((column) => column.key === key && column.direction !== 'none');
  return ranks(sort[0]?.column) ?? ranks(board.sort?.column) ?? null;
}

/** Standing of every judge with a sound value in the column, by row id. */
export function standings(board: SlimBoard, column: SlimColumn): Standings {
  const entries = board.rows.flatMap((row: SlimRow) => {
    const cell = row.cells[column.key];
    const value = row.kind === 'judge' ? soundValue(cell) : null;
    return value === null ? [] : [{ id: row.id, value, rank: cell?.rank ?? null }];
  });
  entries.sort((a, b) => (column.direction === 'lower' ? a.value - b.value : b.value - a.value));
  const of = new Map<string, Standing>();
  let group = 0;
  let leader = 1;
  let place = 1;
  entries.forEach((entry, i) => {
    if (entry.value !== entries[i - 1]?.value) place = i + 1;
    if (entry.rank !== null && entry.rank.best > leader) {
      group += 1;
      leader = place;
    }
    of.set(entry.id, { place, rank: entry.rank, group });
  });
  return { column, tested: entries.some((entry) => entry.rank !== null), of };
}
