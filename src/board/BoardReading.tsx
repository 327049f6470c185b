import type { ReactNode } from 'react';
import { isComputed } from '../schema/board-name.ts';
import { HowToRead } from '../ui/HowToRead.tsx';
import { columnStandings, rankingColumn, type Standings } from './rank.ts';
import type { SlimBoard } from './slim.ts';

type ReadBoard = Pick<SlimBoard, 'rows' | 'sort' | 'source'> & { readonly columns: SlimBoard['columns'] };

/** Judges that no test covers, for whom every rank leaves room. */
function untestedWords(count: number): string {
  const who = count === 1 ? '1 judge is not tested' : `${count} judges are not tested`;
  return `${who}: ${count === 1 ? 'it' : 'each'} could stand anywhere, and all ranks leave room for that.`;
}

/** Says what a rank is; without a test it says what a place is, and why there is no test. */
function RankWords({ board, ranked }: { readonly board: ReadBoard; readonly ranked: Standings }) {
  if (ranked.tested)
    return (
      <p>
        A rank is a range, and a mark <i className="mark first" aria-hidden="true" /> stands where it could be the
        first. Every pair of judges is tested{' '}
        {isComputed(board)
          ? 'on the judgments that both have, if they share at least half'
          : 'from the printed values and their errors'}
        , adjusted for the number of pairs (Holm). A stronger rule separates judges that differ from the first of their
        group.{ranked.untested === 0 ? '' : ` ${untestedWords(ranked.untested)}`}
      </p>
    );
  const reason = board.rows
    .flatMap((row) => row.cells[ranked.column.key]?.noInterval ?? [])
    .find((text) => text !== '');
  return (
    <p>
      A place is the order by {ranked.column.label} only, not tested{reason === undefined ? '' : ` (${reason})`}.
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
          <p>
            <b>Best</b> and <u>second</u> of a column are marked.
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
              <i className="mark ci most" aria-hidden="true" /> The true interval is no wider than this.
            </>
          ) : null}
        </p>
      ) : null}
      {cells.some((cell) => cell?.status === 'coverage') ? (
        <p>
          <small>% scored</small>: the share of samples that could be scored
          {computed ? '' : ', at most, as far as the printed digits tell,'} for the judge's least covered value. The
          card of each value has its own number.
        </p>
      ) : null}
      <p>
        The “i” of a column gives its meaning and source. Point at a value, tap it or go to it with the arrow keys to
        see its card.
      </p>
    </HowToRead>
  );
}
