import { useCallback } from 'react';
import type { AddressStep } from '../ui/use-url.ts';
import { useUrl } from '../ui/use-url.ts';
import type { ExploreState, exploreFields, FacetState } from './state.ts';

/** Changes parts of the state; a step that Back undoes, or none of its own (`replace`, while typing). */
export type ChangeExplore = (state: Partial<ExploreState>, facets?: FacetState, step?: AddressStep) => void;

/** Keeps the explorer's state in the URL. */
export function useExploreState(
  fields: ReturnType<typeof exploreFields>,
): readonly [ExploreState, FacetState, ChangeExplore] {
  const [state, changeState] = useUrl(fields.fixed);
  const [facets, changeFacets] = useUrl(fields.facets);
  const change = useCallback<ChangeExplore>(
    (values, ofFacets = {}, step = 'push') => {
      if (Object.keys(values).length > 0) changeState(values, step);
      if (Object.keys(ofFacets).length > 0) changeFacets(ofFacets, step);
    },
    [changeState, changeFacets],
  );
  return [state, facets, change];
}
