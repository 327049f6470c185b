import { readSearch } from '../ui/field.ts';
import { BoardTable } from './BoardTable.tsx';
import type { PageBoard } from './page-board.ts';
import { boardFields } from './state.ts';
import { useView } from './use-view.ts';

const NOTHING = (): void => undefined;
const STILL = { change: NOTHING, showCard: NOTHING, reached: null };

/** The table as its page begins, for a page without scripts. */
export function StillBoard({ board }: { readonly board: PageBoard }) {
  const state = readSearch(boardFields(board), '');
  const { frame, ranking, arrangement } = useView(board, state, STILL);
  return (
    <>
      <BoardTable {...{ frame, ranking }} sort={state.sort} onSort={NOTHING} lines={arrangement.lines} empty={null} />
      <p className="note">The name of a column opens what it measures.</p>
    </>
  );
}
