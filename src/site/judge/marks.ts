import { countOf } from '../../ui/number-words.ts';
import type { ProfileLine, ProfileTable } from './profile.ts';

/** What the tests say of one row of a leaderboard. */
export interface RowMarks {
  readonly table: ProfileTable;
  readonly tested: readonly ProfileLine[];
  /** Of these, the ones in which the judge could be first. */
  readonly first: readonly ProfileLine[];
}

/** Lists what the tests say of a judge, a row of each leaderboard; tables of settings rank nobody. */
export const profileMarks = (tables: readonly ProfileTable[]): RowMarks[] =>
  tables
    .filter(({ board }) => board.kind === 'leaderboard')
    .map((table) => {
      const tested = table.lines.filter(({ cell }) => cell.rank !== null);
      return { table, tested, first: tested.filter(({ cell }) => cell.rank?.couldBeFirst) };
    });

/**
 * Counts where a judge could be first, and what trivial judges do there: `It could be first in 12 of 40 tested columns. A trivial judge does
 * better in 3 and may do as well in 5.`
 */
export function marksWords(marks: readonly RowMarks[]): string {
  const tested = marks.reduce((sum, row) => sum + row.tested.length, 0);
  const first = marks.reduce((sum, row) => sum + row.first.length, 0);
  const verdicts = marks.flatMap(({ table }) =>
    table.lines.map(({ against }) => against.map(({ verdict }) => verdict)),
  );
  const worse = verdicts.filter((own) => own.includes('worse')).length;
  const unclear = verdicts.filter((own) => own.includes('unclear') && !own.includes('worse')).length;
  const trivial = [
    worse > 0 ? `does better in ${worse}` : '',
    unclear > 0 ? `may do as well in ${unclear}` : '',
  ].filter((part) => part !== '');
  const chance =
    tested === 0
      ? 'No column of its tables is tested.'
      : `It could be first in ${first} of ${countOf(tested, 'tested column')}.`;
  return trivial.length === 0 ? chance : `${chance} A trivial judge ${trivial.join(' and ')}.`;
}
