import { type CompareTable, tallyAgainst } from './lines.ts';

/** Counts of the columns of leaderboards in which each judge is ahead of the base. */
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
    </section>
  );
}
