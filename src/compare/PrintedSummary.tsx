import { HowToRead } from '../ui/HowToRead.tsx';
import { type CompareTable, tallyAgainst } from './lines.ts';

/** Counts of columns in which each judge is ahead of the base, and how far to trust them. */
export function PrintedSummary({
  tables,
  names,
}: {
  readonly tables: readonly CompareTable[];
  readonly names: readonly string[];
}) {
  const boards = tables.filter((table) => table.board.kind === 'leaderboard');
  const [base = '', ...others] = names;
  return (
    <section className="summary" aria-label="Summary">
      {others.map((name, i) => {
        const { ahead, behind, open, untested } = tallyAgainst(boards, i);
        return (
          <p key={name}>
            <b>{name}</b> and {base}, all printed columns: ahead in <b className="up">{ahead}</b>, behind in{' '}
            <b className="down">{behind}</b>, too close to call in <b>{open}</b>
            {untested === 0 ? '' : `, not tested in ${untested}`}.
          </p>
        );
      })}
      <HowToRead>
        <p className="small">
          The counts are columns of leaderboards. Differences rest on the printed values alone, so their intervals
          assume that errors on shared items are not negatively correlated. Each is tested alone at 5 %: about five in a
          hundred equal pairs will look different. Averages contain their parts, so the counts are no test.
        </p>
      </HowToRead>
    </section>
  );
}
