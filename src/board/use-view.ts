import { useCallback, useMemo } from 'react';
import type { SortBy, SortKey } from '../schema/sort-key.ts';
import { toggled } from '../ui/lists.ts';
import { useQuestion } from '../ui/use-question.ts';
import { arrange, type BoardArrangement } from './arrange.ts';
import { type Deltas, type DifferenceTests, deltasTo } from './delta.ts';
import type { BoardFrame } from './frame.ts';
import { type BoardRanking, columnStandings, placesAmong, rankingColumn, rowGroups } from './rank.ts';
import { columnScales } from './scale.ts';
import type { SlimBoard } from './slim.ts';
import type { BoardState, ChangeBoard } from './state.ts';
import { useBoardTable } from './use-table.ts';

async function askTests(board: SlimBoard): Promise<DifferenceTests> {
  const { boardTests } = await import('./difference-tests.ts');
  const { whole } = board;
  if (whole === undefined) return boardTests(board);
  const { loadPairs } = await import('../client/board-files.ts');
  return boardTests({ pairs: await loadPairs(whole) });
}

/** Says how differences are tested; code and file of the tests are fetched when first `wanted`. */
function useTests(board: SlimBoard, wanted: boolean): Deltas['tests'] {
  const ask = useCallback(() => askTests(board), [board]);
  const asked = useQuestion(wanted ? ask : null);
  const { state, retry } = asked;
  const tests = asked.state === 'ready' ? asked.data : null;
  return useMemo(() => {
    if (state === 'failed') return { state, retry };
    return tests === null ? { state: 'loading' } : { state: 'ready', ...tests };
  }, [state, tests, retry]);
}

export interface BoardView {
  readonly frame: BoardFrame;
  readonly ranking: BoardRanking;
  readonly arrangement: BoardArrangement;
  readonly onSort: SortBy;
}

/** Works out what the table draws from the board and the visitor's state. */
export function useView(
  board: SlimBoard,
  state: BoardState,
  { change, tell }: { readonly change: ChangeBoard; readonly tell: BoardFrame['tell'] },
): BoardView {
  const setSort = useCallback((sort: readonly SortKey[]) => change({ sort }), [change]);
  const { sorted, columns, left, toggleSort } = useBoardTable(board, state, setSort);
  const scales = useMemo(() => columnScales(board), [board]);
  const by = rankingColumn(board, state.sort);
  const ranked = useMemo(
    () => (by === null || board.kind !== 'leaderboard' ? null : columnStandings(board, by)),
    [board, by],
  );
  const tests = useTests(board, state.base !== '');
  const deltas = useMemo(() => {
    const base = board.rows.find((row) => row.id === state.base);
    return base === undefined ? null : deltasTo(board, base, tests);
  }, [board, state.base, tests]);
  const pin = useCallback((row: string) => change((now) => ({ pin: toggled(now.pin, row) })), [change]);
  const frame = useMemo(
    (): BoardFrame => ({ board, columns, left, scales, deltas, heat: state.heat === 'on', pin, tell }),
    [board, columns, left, scales, deltas, state.heat, pin, tell],
  );
  const arrangement = useMemo(() => arrange(board, sorted, state), [board, sorted, state]);
  const ranking = useMemo((): BoardRanking => {
    const { lines, shown, all } = arrangement;
    const rows = lines.flatMap((line) => (line.kind === 'judge' ? line.row : []));
    const among = ranked === null || shown === all ? null : placesAmong(rows, ranked.column);
    return { standings: ranked, among, groups: rowGroups(board, ranked, state.sort) };
  }, [board, ranked, state.sort, arrangement]);
  return { frame, ranking, arrangement, onSort: toggleSort };
}
