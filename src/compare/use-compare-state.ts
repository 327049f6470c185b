import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { parserOf } from '../ui/parser.ts';
import type { ChangeCompare } from './SetBar.tsx';
import type { CompareFields, CompareState } from './state.ts';

/** The comparison's state, held in the URL; every change is a step that Back undoes. */
export function useCompareState(fields: CompareFields): readonly [CompareState, ChangeCompare] {
  const parsers = useMemo(
    () => ({
      judges: parserOf(fields.judges),
      in: parserOf(fields.in),
      support: parserOf(fields.support),
      by: parserOf(fields.by),
    }),
    [fields],
  );
  const [state, setState] = useQueryStates(parsers);
  const change = useCallback<ChangeCompare>(
    (values) => void setState(values, { history: 'push', scroll: false }),
    [setState],
  );
  return [state, change];
}
