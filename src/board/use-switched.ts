import { useCallback, useMemo } from 'react';
import type { SwitchedValues } from '../schema/page-files.ts';
import { useQuestion } from '../ui/use-question.ts';
import type { SlimBoard, SlimSwitch } from './slim.ts';
import type { BoardState } from './state.ts';

/** How far the file with the values under the switch has come. */
export type BoardSwitching =
  | { readonly state: 'off' }
  | { readonly state: 'loading' | 'ready'; readonly label: string }
  | { readonly state: 'failed'; readonly label: string; readonly retry: () => void };

/**
 * The board with the values, intervals, ranks and paired differences that it has under a switch. Its cells open no cases, because the
 * explorer lists cases by the official way to count.
 */
function switched(board: SlimBoard, address: string, { columns, rows }: SwitchedValues): SlimBoard {
  return {
    ...board,
    columns: board.columns.map(({ losses: _, ...column }) => ({
      ...column,
      n: columns.find(({ key }) => key === column.key)?.n ?? null,
    })),
    rows: board.rows.map((row) => ({ ...row, cells: rows.find(({ id }) => id === row.id)?.cells ?? {} })),
    whole: address,
  };
}

/** Finds the switch of the board that the address turns on. */
const switchOn = ({ switches = [] }: SlimBoard, state: BoardState): SlimSwitch | undefined =>
  switches.find(({ id, on }) => state[id] === on);

/** Gives the board as the visitor's switches make it. It is fetched when first wanted; until then it is the official one. */
export function useSwitched(board: SlimBoard, state: BoardState): readonly [SlimBoard, BoardSwitching] {
  const wanted = switchOn(board, state);
  const address = wanted?.whole ?? '';
  const ask = useCallback(async () => {
    const { loadSwitched } = await import('../client/board-files.ts');
    return switched(board, address, await loadSwitched(address));
  }, [board, address]);
  const asked = useQuestion(wanted === undefined ? null : ask);
  const { state: at, retry } = asked;
  const found = asked.state === 'ready' ? asked.data : null;
  return useMemo(() => {
    if (wanted === undefined) return [board, { state: 'off' }];
    const { label } = wanted;
    if (at === 'failed') return [board, { state: at, label, retry }];
    return found === null ? [board, { state: 'loading', label }] : [found, { state: 'ready', label }];
  }, [board, wanted, at, found, retry]);
}
