import { useCallback } from 'react';
import type { FacetCounts } from '../cases/columns/counts.ts';
import type { FailureWords } from '../client/failure.ts';
import { writeSearch } from '../ui/field.ts';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import { type AddressStep, useUrl } from '../ui/use-url.ts';
import { type AskedCases, askSelection, type CaseSelection } from './selection.ts';
import { type ExploreState, exploreFields, type FacetState } from './state.ts';
import { chipsOf } from './words.ts';

/** Changes parts of the state; a step that Back undoes, or none of its own (`replace`, while typing). */
export type ChangeExplore = (state: Partial<ExploreState>, facets?: FacetState, step?: AddressStep) => void;

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

export interface ReadyAnswer extends CaseSelection {
  /** Query string of the state that this answers. */
  readonly list: string;
  /** The same in words, without the order; '' for all cases. */
  readonly words: string;
}

const NOT_COUNTED: FailureWords = {
  what: 'The cases could not be counted.',
  todo: 'Try again, or take back the last change.',
};

export function useAnswer({ choices, state, facets }: AskedCases, whole: FacetCounts): AskedQuestion<ReadyAnswer> {
  const question = useCallback(
    async (signal: AbortSignal): Promise<ReadyAnswer> => {
      const selection = await askSelection({ choices, state, facets }, signal);
      const { fixed, facets: ofFacets } = exploreFields(choices);
      const list = writeSearch({ ...fixed, ...ofFacets }, { ...state, ...facets });
      const words = chipsOf({ choices, state, facets }, whole).map((chip) => chip.words);
      return { ...selection, list, words: words.join('; ') };
    },
    [choices, state, facets, whole],
  );
  return useQuestion(question, NOT_COUNTED);
}
