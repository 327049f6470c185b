import { throttle, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { parserOf } from '../ui/parser.ts';
import type { ExploreFields, ExploreState, FacetState } from './state.ts';

/** Changes parts of the state; a step that Back undoes, or none of its own (`replace`, while typing). */
export type ChangeExplore = (state: Partial<ExploreState>, facets?: FacetState, history?: 'push' | 'replace') => void;

const TYPING_PACE = 200;

/** The explorer's state, held in the URL. */
export function useExploreState({ fixed, facets }: ExploreFields): [ExploreState, FacetState, ChangeExplore] {
  const parsers = useMemo(
    () => ({
      criterion: parserOf(fixed.criterion),
      metric: parserOf(fixed.metric),
      run: parserOf(fixed.run),
      slice: parserOf(fixed.slice),
      against: parserOf(fixed.against),
      critique: parserOf(fixed.critique),
      pair: parserOf(fixed.pair),
      conflict: parserOf(fixed.conflict),
      outcome: parserOf(fixed.outcome),
      parse: parserOf(fixed.parse),
      right: parserOf(fixed.right),
      wrong: parserOf(fixed.wrong),
      length: parserOf(fixed.length),
      words: parserOf(fixed.words),
      sort: parserOf(fixed.sort),
    }),
    [fixed],
  );
  const facetParsers = useMemo(
    () => Object.fromEntries(Object.entries(facets).map(([name, field]) => [name, parserOf(field)])),
    [facets],
  );
  const [state, setState] = useQueryStates(parsers);
  const [wanted, setWanted] = useQueryStates(facetParsers);
  const change = useCallback<ChangeExplore>(
    (values, ofFacets = {}, history = 'push') => {
      const pace = history === 'replace' ? { limitUrlUpdates: throttle(TYPING_PACE) } : {};
      const options = { history, scroll: false, ...pace };
      // Both in one turn: nuqs makes one step of them.
      if (Object.keys(values).length > 0) void setState(values, options);
      if (Object.keys(ofFacets).length > 0) {
        void setWanted(Object.fromEntries(Object.entries(ofFacets).map(([name, list]) => [name, [...list]])), options);
      }
    },
    [setState, setWanted],
  );
  return [state, wanted, change];
}
