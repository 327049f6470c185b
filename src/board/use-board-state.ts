import { throttle, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { parserOf } from '../ui/parser.ts';
import type { BoardFields, BoardState } from './state.ts';

type Change = Partial<BoardState> | ((state: BoardState) => Partial<BoardState>);
export type SetBoardState = (change: Change, history?: 'push' | 'replace') => void;

/** While typing, the address follows at this pace (ms), without a step of its own in the history. */
const TYPING_PACE = 200;

/** The board's state, held in the URL: each change is a step that Back undoes; `replace` while typing. */
export function useBoardState(fields: BoardFields): [BoardState, SetBoardState] {
  const parsers = useMemo(
    () => ({
      sort: parserOf(fields.sort),
      access: parserOf(fields.access),
      thinking: parserOf(fields.thinking),
      q: parserOf(fields.q),
      hide: parserOf(fields.hide),
      left: parserOf(fields.left),
      pin: parserOf(fields.pin),
      base: parserOf(fields.base),
      heat: parserOf(fields.heat),
      lines: parserOf(fields.lines),
      missing: parserOf(fields.missing),
      zeros: parserOf(fields.zeros),
    }),
    [fields],
  );
  const [state, setState] = useQueryStates(parsers);
  const change = useCallback<SetBoardState>(
    (values, history = 'push') => {
      const pace = history === 'replace' ? { limitUrlUpdates: throttle(TYPING_PACE) } : {};
      void setState(values, { history, scroll: false, ...pace });
    },
    [setState],
  );
  return [state, change];
}
