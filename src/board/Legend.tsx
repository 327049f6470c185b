import { isComputed } from '../schema/board-name.ts';
import { HowToRead } from '../ui/HowToRead.tsx';
import type { Deltas } from './delta.ts';
import type { BoardFrame } from './frame.ts';
import type { BoardRanking } from './rank.ts';

/** Judges that no test covers, for whom every rank leaves room. */
function untestedWords(count: number): string {
  const who = count === 1 ? '1 judge has a value but no test' : `${count} judges have a value but no test`;
  return `${who}: ${count === 1 ? 'it' : 'each'} could stand anywhere, and all ranks leave room for that.`;
}

const RECOMPUTED = 'the judgments, by cluster, where they give the printed value, else from the printed value';

/** What stands behind bold differences. */
function TestWords({ tests }: { readonly tests: Deltas['tests'] }) {
  if (tests.state === 'ready' && tests.kind === 'unpaired')
    return '; bold where significant, tested from the two values and their errors as for the ranks. This assumes that errors on shared items are not negatively correlated.';
  if (tests.state === 'loading') return '. The tests are being fetched…';
  if (tests.state === 'ready')
    return '; bold where significant, tested on the judgments that both have as for the ranks.';
  return (
    <>
      . The tests could not be fetched.{' '}
      <button type="button" className="btn" onClick={tests.retry}>
        Try again
      </button>
    </>
  );
}

/** How to read what stands above, in the words of what is shown just now. */
export function BoardLegend({
  frame,
  ranking: { standings, among },
}: {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
}) {
  const { deltas, columns, board } = frame;
  const cells = board.rows.flatMap((row) => columns.map((column) => row.cells[column.key]));
  const some = (kind: 'wilson' | 'at most'): boolean => cells.some((cell) => cell?.interval?.kind === kind);
  const computed = isComputed(board);
  const recomputed = cells.some((cell) => cell?.status === 'recomputed-equal');
  const noTest = board.rows
    .flatMap((row) => (standings === null ? [] : (row.cells[standings.column.key]?.noInterval ?? [])))
    .find((text) => text !== '');
  const intervals = deltas === null && some('wilson');
  return (
    <div className="note">
      {standings?.tested === true ? (
        <span>
          <i className="mark first" aria-hidden="true" /> could be first
        </span>
      ) : null}
      {among === null ? null : (
        <span>
          The number before a rank is the place by value among the {among.size} judges shown; ranks are among all.
        </span>
      )}
      {deltas !== null ? (
        <span>
          Differences to {deltas.base.name}: <b className="up">better</b>, <b className="down">worse</b>
          <TestWords tests={deltas.tests} />
        </span>
      ) : null}
      {intervals ? (
        <span>
          <i className="mark ci" aria-hidden="true" /> 95 % interval
        </span>
      ) : null}
      <HowToRead>
        {standings?.tested === true ? (
          <p>
            Rank by {standings.column.label} is a range: every pair is tested{' '}
            {computed
              ? 'on the judgments that both have, if they share at least half'
              : 'from the printed values and their errors'}
            , adjusted for the number of pairs (Holm). A stronger rule separates judges that differ from the first of
            their group.{standings.untested === 0 ? '' : ` ${untestedWords(standings.untested)}`}
          </p>
        ) : null}
        {standings?.tested === false ? (
          <p>
            Place by {standings.column.label}: order only, not tested{noTest === undefined ? '' : ` (${noTest})`}.
          </p>
        ) : null}
        {deltas === null && standings !== null ? (
          <p>
            <b>Best</b> and <u>second</u> of a column are marked.
          </p>
        ) : null}
        {intervals ? (
          <p>
            {some('at most') ? (
              <>
                <i className="mark ci most" aria-hidden="true" /> An interval that is at most this wide.{' '}
              </>
            ) : null}
            Intervals come from {computed ? 'the judgments, by cluster' : recomputed ? RECOMPUTED : 'the printed value'}
            , drawn on the column's own range.
          </p>
        ) : null}
        {deltas === null && cells.some((cell) => cell?.status === 'coverage') ? (
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
    </div>
  );
}
