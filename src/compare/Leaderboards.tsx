import { isComputed } from '../schema/board-name.ts';
import type { ComparableData } from './boards.ts';
import { CompareTableView } from './CompareTableView.tsx';
import { compareTables } from './lines.ts';
import { contestantName } from './names.ts';
import type { CaseSet } from './paired/sets.ts';

interface LeaderboardsProps {
  readonly set: CaseSet;
  readonly comparable: ComparableData;
  readonly nameOf: (judge: string) => string;
}

/** The leaderboards' values of the runs chosen, compared unpaired, which needs no engine. */
export function Leaderboards({ set, comparable, nameOf }: LeaderboardsProps) {
  const contestants = [set.base, ...set.others];
  const runs = contestants.map(({ run }) => run.run);
  const boards = comparable.boards
    .filter((board) => board.benchmark === set.of.benchmark && isComputed(board))
    // A row is a run, so two runs of one judge are two sides.
    .map((board) => ({ ...board, rows: board.rows.map((row) => ({ ...row, judge: row.id })) }));
  const names = contestants.map((one) => contestantName(nameOf(one.entry.judge), one));
  return compareTables(boards, runs).map((table) => (
    <CompareTableView key={table.board.table} table={table} names={names} />
  ));
}
