import type { CaseSet } from '../../compare/sets.ts';
import { isComputed } from '../../components/board-name.ts';
import { CompareTableView } from '../../components/compare/CompareTableView.tsx';
import { compareTables } from '../../components/compare/lines.ts';
import type { Comparable } from './use-boards.ts';

interface LeaderboardsProps {
  readonly set: CaseSet;
  readonly comparable: Comparable;
  readonly nameOf: (judge: string) => string;
}

/** The leaderboards' values of the runs chosen, unpaired: what there is without the engine. */
export function Leaderboards({ set, comparable, nameOf }: LeaderboardsProps) {
  const contestants = [set.first, ...set.others];
  const runs = new Set(contestants.map(({ run }) => run.run));
  const boards = comparable.boards
    .filter((board) => board.benchmark === set.of.benchmark && isComputed(board))
    .map((board) => ({ ...board, rows: board.rows.filter(({ id }) => runs.has(id)) }));
  const tables = compareTables(
    boards,
    contestants.map(({ judge }) => judge),
  );
  return tables.map((table) => (
    <CompareTableView key={table.board.table} table={table} names={contestants.map(({ judge }) => nameOf(judge))} />
  ));
}
