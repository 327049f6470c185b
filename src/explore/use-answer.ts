import { useCallback } from 'react';
import type { Choices } from '../cases/choices.ts';
import type { FailureWords } from '../client/failure.ts';
import { writeSearch } from '../ui/field.ts';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import { askSelection, type CaseSelection } from './selection.ts';
import { type ExploreState, exploreFields, type FacetState } from './state.ts';

export interface ReadyAnswer extends CaseSelection {
  /** Query string of the state that this answers. */
  readonly list: string;
}

const NOT_COUNTED: FailureWords = {
  what: 'The cases could not be counted.',
  todo: 'Try again, or take back the last change.',
};

/** Asks for the cases of a state. */
export function useAnswer(choices: Choices, state: ExploreState, facets: FacetState): AskedQuestion<ReadyAnswer> {
  const question = useCallback(
    async (signal: AbortSignal): Promise<ReadyAnswer> => {
      const selection = await askSelection({ choices, state, facets }, signal);
      const { fixed, facets: ofFacets } = exploreFields(choices);
      return { ...selection, list: writeSearch({ ...fixed, ...ofFacets }, { ...state, ...facets }) };
    },
    [choices, state, facets],
  );
  return useQuestion(question, NOT_COUNTED);
}
