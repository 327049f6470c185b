import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SwitchedValues } from '../client/switched-board.ts';
import type { SlimBoard, SlimSwitch } from './slim.ts';
import type { BoardState } from './state.ts';

/** Where the values of the switch that is on have got to. */
export type Switching =
  | { readonly state: 'off' }
  | { readonly state: 'busy' | 'ready'; readonly label: string }
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

type Loaded = ReadonlyMap<string, SlimBoard | 'failed'>;

/** The switch of the board that the address turns on. */
const switchOn = ({ switches = [] }: SlimBoard, state: BoardState): SlimSwitch | undefined =>
  switches.find(({ id, on }) => state[id] === on);

/** The board as the visitor's switches make it. It is fetched when first wanted; until then it is the official one. */
export function useSwitched(board: SlimBoard, state: BoardState): readonly [SlimBoard, Switching] {
  const [loaded, setLoaded] = useState<Loaded>(new Map());
  const wanted = switchOn(board, state);
  const address = wanted?.whole ?? '';
  const found = loaded.get(address);
  useEffect(() => {
    if (address === '' || found !== undefined) return;
    const keep = (result: SlimBoard | 'failed') => setLoaded((before) => new Map([...before, [address, result]]));
    import('../client/switched-board.ts')
      .then(({ loadSwitched }) => loadSwitched(address))
      .then((values) => keep(switched(board, address, values)))
      .catch(() => keep('failed'));
  }, [board, address, found]);
  const retry = useCallback(
    () => setLoaded((before) => new Map([...before].filter(([key]) => key !== address))),
    [address],
  );
  return useMemo(() => {
    if (wanted === undefined) return [board, { state: 'off' }];
    const { label } = wanted;
    if (found === 'failed') return [board, { state: 'failed', label, retry }];
    return found === undefined ? [board, { state: 'busy', label }] : [found, { state: 'ready', label }];
  }, [board, wanted, found, retry]);
}
