import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { parserOf } from '../ui/parser.ts';
import type { CaseFields, CaseState } from './state.ts';

export type ChangeCase = (change: Partial<CaseState>, history?: 'push' | 'replace') => void;

/** The state of the page, held in the URL: each change is a step that Back undoes. */
export function useCaseState(fields: CaseFields): [CaseState, ChangeCase] {
  const parsers = useMemo(
    () => ({
      id: parserOf(fields.id),
      list: parserOf(fields.list),
      judges: parserOf(fields.judges),
      criterion: parserOf(fields.criterion),
      view: parserOf(fields.view),
      side: parserOf(fields.side),
      condition: parserOf(fields.condition),
      repeat: parserOf(fields.repeat),
      order: parserOf(fields.order),
      diff: parserOf(fields.diff),
      scroll: parserOf(fields.scroll),
    }),
    [fields],
  );
  const [state, setState] = useQueryStates(parsers);
  const change = useCallback<ChangeCase>(
    (values, history = 'push') => void setState(values, { history, scroll: false }),
    [setState],
  );
  return [state, change];
}
