import type { ReactNode } from 'react';
import { isComputed } from '../schema/board.ts';
import { HowToRead } from '../ui/layout.tsx';
import type { PageBoard } from './page-board.ts';
import { columnStandings, rankingColumn, type Standings } from './standings.ts';

type ReadBoard = Pick<PageBoard, 'rows' | 'sort' | 'source' | 'together'> & { readonly columns: PageBoard['columns'] };

/** Judges that no test covers, for whom every rank leaves room. */
function untestedWords(count: number): string {
  const who = count === 1 ? '1 judge has no interval' : `${count} judges have no interval`;
  return `${who}: ${count === 1 ? 'it' : 'each'} may take any rank, and the other ranks allow for that.`;
}

/** Says what a rank is; without a test it says what a place is, and why there is no test. */
function RankWords({ board, ranked }: { readonly board: ReadBoard; readonly ranked: Standings }) {
  if (ranked.tested)
    return (
      <p>
        A rank is a range; <i className="mark first" aria-hidden="true" /> marks ranges that include the first place.
        All pairs of judges are tested{' '}
        {isComputed(board)
          ? 'on their shared judgments, if they share at least half'
          : 'from the printed values and their standard errors'}
        , with Holm’s correction. A heavier line separates judges that differ significantly from the first of their
        group.{ranked.untested === 0 ? '' : ` ${untestedWords(ranked.untested)}`}
      </p>
    );
  const reason = board.rows
    .flatMap((row) => row.cells[ranked.column.key]?.noInterval ?? [])
    .find((text) => text !== '');
  return (
    <p>
      Places follow {ranked.column.label} alone; differences are not tested{reason === undefined ? '' : ` (${reason})`}.
    </p>
  );
}

const RECOMPUTED = 'the judgments, by cluster, where they give the printed value, else from the printed value';

interface BoardReadingProps {
  readonly board: ReadBoard;
  /** Comes before the words on the table: what it is about, and what its picture shows. */
  readonly children?: ReactNode;
}

/** Says how to read a leaderboard: its ranks, marks and intervals, and where more is said. */
export function BoardReading({ board, children }: BoardReadingProps) {
  const column = rankingColumn(board, []);
  const ranked = column === null ? null : columnStandings(board, column);
  const cells = board.rows.flatMap((row) => board.columns.map(({ key }) => row.cells[key]));
  const some = (kind: 'wilson' | 'at most'): boolean => cells.some((cell) => cell?.interval?.kind === kind);
  const computed = isComputed(board);
  const recomputed = cells.some((cell) => cell?.status === 'recomputed-equal');
  return (
    <HowToRead>
      {children}
      {ranked === null ? null : (
        <>
          <RankWords board={board} ranked={ranked} />
          {board.together === true ? <p>Other settings of a judge are below its best one, indented.</p> : null}
          <p>
            <b>Best</b> and <u>second best</u> of each column.
          </p>
        </>
      )}
      {some('wilson') || some('at most') ? (
        <p>
          <i className="mark ci" aria-hidden="true" /> 95 % interval, from{' '}
          {computed ? 'the judgments, by cluster' : recomputed ? RECOMPUTED : 'the printed value'}, drawn on the
          column's own range.{' '}
          {some('at most') ? (
            <>
              <i className="mark ci most" aria-hidden="true" /> Conservative: the true interval is no wider.
            </>
          ) : null}
        </p>
      ) : null}
      {cells.some((cell) => cell?.status === 'coverage') ? (
        <p>
          <small>% scored</small>: the share of samples behind the judge’s least complete value
          {computed ? '' : ' (an upper bound, from the printed digits)'}. The card of each value gives its own.
        </p>
      ) : null}
      <p>
        The “i” of a column explains the metric and names its source. Hover over a value, tap it or move to it with the
        arrow keys to see its card.
      </p>
    </HowToRead>
  );
}
