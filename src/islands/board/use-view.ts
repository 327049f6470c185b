import { useCallback, useMemo } from 'react';
import { type Arrangement, arrange } from '../../components/board/arrange.ts';
import { deltasTo } from '../../components/board/delta.ts';
import type { Frame } from '../../components/board/frame.ts';
import type { SortBy } from '../../components/board/Head.tsx';
import { rankingColumn, standings } from '../../components/board/rank.ts';
import { columnScales } from '../../components/board/scale.ts';
import type { SlimBoard } from '../../components/board/slim.ts';
import type { BoardState, SortKey } from '../../url-state/board.ts';
import { toggled } from './lists.ts';
import type { SetBoardState } from './use-board-state.ts';
import { useBoardTable } from './use-table.ts';

interface View {
  readonly frame: Frame;
  readonly arrangement: Arrangement;
  readonly onSort: SortBy;
}

/** What the table draws, from the board and the visitor's state. */
export function useView(board: SlimBoard, state: BoardState, change: SetBoardState): View {
  const setSort = useCallback((sort: readonly SortKey[]) => change({ sort }), [change]);
  const { sorted, columns, left, toggleSort } = useBoardTable(board, state, setSort);
  const scales = useMemo(() => columnScales(board), [board]);
  const ranking = rankingColumn(board, state.sort);
  const ranked = useMemo(() => (ranking === null || board.kind !== 'leaderboard' ? null : standings(board, ranking)), [board, ranking]);
  const deltas = useMemo(() => {
    const base = board.rows.find((row) => row.id === state.base);
    return base === undefined ? null : deltasTo(board, base);
  }, [board, state.base]);
  const pin = useCallback((row: string) => change((now) => ({ pin: toggled(now.pin, row) })), [change]);
  const frame = useMemo(
    (): Frame => ({ board, columns, left, scales, standings: ranked, deltas, heat: state.heat === 'on', pin }),
    [board, columns, left, scales, ranked, deltas, state.heat, pin],
  );
  const arrangement = useMemo(() => arrange(board, sorted, state), [board, sorted, state]);
  return { frame, arrangement, onSort: toggleSort };
}
