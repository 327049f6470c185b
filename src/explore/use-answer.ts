import { useCallback } from 'react';
import type { Choices } from '../cases/choices.ts';
import type { FacetCounts } from '../cases/facet-counts.ts';
import type { FailureWords } from '../client/failure.ts';
import { writeSearch } from '../ui/field.ts';
import { type AskedQuestion, useQuestion } from '../ui/loading.tsx';
import type { CaseLine } from './CaseTable.tsx';
import type { CaseSelection } from './case-selection.ts';
import { askSelection } from './selection.ts';
import { type ExploreState, exploreFields, type FacetState } from './state.ts';

export interface ReadyAnswer {
  readonly selection: CaseSelection;
  readonly counts: FacetCounts;
  /** Query string of the state that this answers. */
  readonly list: string;
  /** The first page of rows. */
  readonly first: readonly CaseLine[];
}

export const NOT_COUNTED: FailureWords = {
  what: 'The cases could not be counted.',
  todo: 'Try again, or take back the last change.',
};

/** Asks for the counts of a state, and the first page of its rows. */
export function useAnswer(choices: Choices, state: ExploreState, facets: FacetState): AskedQuestion<ReadyAnswer> {
  const question = useCallback(
    async (signal: AbortSignal): Promise<ReadyAnswer> => {
      const selection = await askSelection({ choices, state, facets }, signal);
      const [counts, first] = await Promise.all([selection.counts(signal), selection.page(0, signal)]);
      const { fixed, facets: ofFacets } = exploreFields(choices);
      const list = writeSearch({ ...fixed, ...ofFacets }, { ...state, ...facets });
      return { selection, list, counts, first };
    },
    [choices, state, facets],
  );
  return useQuestion(question, NOT_COUNTED);
}
