import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { parserOf } from '../../ui/parser.ts';
import type { ChangeFigures } from '../kit/figure-props.ts';
import type { FiguresFields, FiguresState } from '../state.ts';

const parsersOf = <T extends object | string>(fields: Readonly<Record<string, Parameters<typeof parserOf<T>>[0]>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, parserOf(field)]));

/** The state of the figures, held in the URL. */
export function useFiguresState({ chosen, facets }: FiguresFields): [FiguresState, ChangeFigures] {
  const chosenParsers = useMemo(() => parsersOf(chosen), [chosen]);
  const facetParsers = useMemo(() => parsersOf(facets), [facets]);
  const [choice, setChoice] = useQueryStates(chosenParsers);
  const [wanted, setWanted] = useQueryStates(facetParsers);
  const change = useCallback<ChangeFigures>(
    (values) => {
      const options = { history: 'push', scroll: false } as const;
      // Both in one turn: nuqs makes one step of them.
      if (values.chosen !== undefined) void setChoice(values.chosen, options);
      if (values.facets !== undefined) {
        void setWanted(
          Object.fromEntries(Object.entries(values.facets).map(([name, list]) => [name, [...list]])),
          options,
        );
      }
    },
    [setChoice, setWanted],
  );
  const state = useMemo(() => ({ chosen: choice, facets: wanted }), [choice, wanted]);
  return [state, change];
}
