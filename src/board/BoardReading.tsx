import type { ReactNode } from 'react';
import { isComputed } from '../schema/board.ts';
import { HowToRead } from '../ui/layout.tsx';
import type { PageBoard } from './page-board.ts';
import { columnStandings, rankingColumn, type Standings } from './standings.ts';

type ReadBoard = Pick<PageBoard, 'rows' | 'sort' | 'source' | 'together'> & {
  readonly columns: PageBoard['columns'];
  readonly references: readonly unknown[];
};

/** Judges that no test covers, for whom every rank leaves room. */
function untestedWords(count: number): string {
  const who = count === 1 ? '1 judge has no interval' : `${count} judges have no interval`;
  return `${who}: ${count === 1 ? 'it' : 'each'} may take any rank, and the other ranks allow for that.`;
}

function RankWords({ board, ranked }: { readonly board: ReadBoard; readonly ranked: Standings }) {
  if (ranked.tested)
    return (
      <Entry head="Rank">
        A range; <i className="mark first" aria-hidden="true" /> marks ranges that include the first place. All pairs of
        judges are tested{' '}
        {isComputed(board)
          ? 'on their shared judgments, if they share at least half'
          : 'from the printed values and their standard errors'}
        , with Holm’s correction.{ranked.untested === 0 ? '' : ` ${untestedWords(ranked.untested)}`}
      </Entry>
    );
  const reason = board.rows
    .flatMap((row) => row.cells[ranked.column.key]?.noInterval ?? [])
    .find((text) => text !== '');
  return (
    <Entry head="Place">
      By {ranked.column.label} alone; differences are not tested{reason === undefined ? '' : ` (${reason})`}.
    </Entry>
  );
}

function Entry({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{head}</dt>
      <dd>{children}</dd>
    </>
  );
}

const RECOMPUTED = 'the judgments, by cluster, where they give the printed value, else from the printed value';

function BarWords({ board }: { readonly board: ReadBoard }) {
  const cells = board.rows.flatMap((row) => board.columns.map(({ key }) => row.cells[key]));
  const some = (kind: 'wilson' | 'at most'): boolean => cells.some((cell) => cell?.interval?.kind === kind);
  if (!some('wilson') && !some('at most')) return null;
  const isRecomputed = cells.some((cell) => cell?.status === 'recomputed-equal');
  return (
    <Entry head="Bar">
      <i className="mark ci" aria-hidden="true" /> The 95 % interval, from{' '}
      {isComputed(board) ? 'the judgments, by cluster' : isRecomputed ? RECOMPUTED : 'the printed value'}. In the table,
      columns of one group share a scale.{' '}
      {some('at most') ? (
        <>
          <i className="mark ci most" aria-hidden="true" /> Conservative: the true interval is no wider.
        </>
      ) : null}
    </Entry>
  );
}

interface BoardReadingProps {
  readonly board: ReadBoard;
  /** What marks and bands in the picture above the table are; null without a picture. */
  readonly picture: { readonly mark: string; readonly band: string | null } | null;
  /** Comes before the list: what the table is about, and what else its picture shows. */
  readonly children?: ReactNode;
}

export function BoardReading({ board, picture, children }: BoardReadingProps) {
  const column = rankingColumn(board, []);
  const ranked = column === null ? null : columnStandings(board, column);
  const isPartly = board.rows.some((row) => board.columns.some(({ key }) => row.cells[key]?.status === 'coverage'));
  return (
    <HowToRead>
      {children}
      <dl className="signs">
        {picture === null ? null : <Entry head="Mark">{picture.mark}</Entry>}
        <BarWords board={board} />
        {picture === null || picture.band === null ? null : <Entry head="Band">{picture.band}</Entry>}
        {ranked === null ? null : <RankWords board={board} ranked={ranked} />}
        {ranked?.tested === true || board.references.length > 0 ? (
          <Entry head="Line">
            {ranked?.tested === true
              ? 'A heavier one separates judges that differ significantly from the first of their group. '
              : ''}
            {board.references.length === 0 ? '' : 'A dashed one is a judge that does not look at the case.'}
          </Entry>
        ) : null}
        {board.together === true ? (
          <Entry head="Indent">Other settings of a judge stand below its best one.</Entry>
        ) : null}
        {isPartly ? (
          <Entry head="%">
            <small>% scored</small> is the share of samples behind the judge’s least complete value
            {isComputed(board) ? '' : ' (an upper bound, from the printed digits)'}; the card of each value gives its
            own.
          </Entry>
        ) : null}
        <Entry head="Column">
          Its name opens what it measures, the arrow sorts. Shaded: the order, and the column reached
          {ranked === null ? '.' : '; best bold, second underlined.'}
        </Entry>
        <Entry head="Value">Point, tap or go to it with arrow keys for its card.</Entry>
      </dl>
    </HowToRead>
  );
}
