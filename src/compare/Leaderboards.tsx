import { isComputed } from '../schema/board-name.ts';
import { countOf } from '../ui/number-words.ts';
import type { ComparableData } from './boards.ts';
import { inTabOrder } from './headlines.ts';
import { compareTables } from './lines.ts';
import { contestantName } from './names.ts';
import type { CaseSet } from './paired/sets.ts';
import { Tables } from './Tables.tsx';

interface LeaderboardsProps {
  readonly set: CaseSet;
  readonly comparable: ComparableData;
  readonly nameOf: (judge: string) => string;
}

/** Compares the runs chosen by the leaderboards' values, without the engine. */
export function Leaderboards({ set, comparable, nameOf }: LeaderboardsProps) {
  const contestants = [set.base, ...set.others];
  const runs = contestants.map(({ run }) => run.run);
  const boards = inTabOrder(comparable.boards)
    .filter((board) => board.benchmark === set.of.benchmark && isComputed(board))
    // A row is a run, so two runs of one judge are two sides.
    .map((board) => ({ ...board, rows: board.rows.map((row) => ({ ...row, judge: row.id })) }));
  const names = contestants.map((one) => contestantName(nameOf(one.entry.judge), one));
  const tables = compareTables(boards, runs);
  if (tables.length === 0) return null;
  return (
    <details className="more-tables">
      <summary>{countOf(tables.length, 'table')}, column by column</summary>
      <Tables tables={tables} names={names} />
    </details>
  );
}
