import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { CompareFields, CompareState } from '../../url-state/compare.ts';
import { parserOf } from '../../url-state/parser.ts';
import type { ChangeCompare } from './SetBar.tsx';

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
