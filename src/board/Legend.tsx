import { countOf } from '../ui/number-words.ts';
import type { Deltas } from './delta.ts';
import type { BoardFrame } from './frame.ts';
import type { BoardRanking } from './rank.ts';

/** Explains bold differences. */
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

/** Says what a filter or a baseline changes in the table above; how to read it otherwise stands above the table (`BoardReading.tsx`). */
export function BoardLegend({
  frame: { deltas },
  ranking: { among },
}: {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
}) {
  return (
    <div className="note">
      {among === null ? null : (
        <span>
          The number before a rank is the place by value among the {countOf(among.size, 'judge')} shown; ranks are among
          all.
        </span>
      )}
      {deltas === null ? null : (
        <span>
          Differences to {deltas.base.name}: <b className="up">better</b>, <b className="down">worse</b>
          <TestWords tests={deltas.tests} />
        </span>
      )}
    </div>
  );
}
