import { isComputed } from '../schema/board-name.ts';
import type { ComparableData } from './boards.ts';
import { inTabOrder } from './headlines.ts';
import { compareTables } from './lines.ts';
import { contestantName } from './names.ts';
import type { CaseSet } from './paired/sets.ts';
import { TableList } from './TableList.tsx';

interface LeaderboardsProps {
  readonly set: CaseSet;
  readonly comparable: ComparableData;
  readonly nameOf: (judge: string) => string;
}

/** The leaderboards' values of the runs chosen, compared without the engine. */
export function Leaderboards({ set, comparable, nameOf }: LeaderboardsProps) {
  const contestants = [set.base, ...set.others];
  const runs = contestants.map(({ run }) => run.run);
  const boards = inTabOrder(comparable.boards)
    .filter((board) => board.benchmark === set.of.benchmark && isComputed(board))
    // A row is a run, so two runs of one judge are two sides.
    .map((board) => ({ ...board, rows: board.rows.map((row) => ({ ...row, judge: row.id })) }));
  const names = contestants.map((one) => contestantName(nameOf(one.entry.judge), one));
  return <TableList tables={compareTables(boards, runs)} names={names} />;
}
