import { useCallback } from 'react';
import type { Choices } from '../cases/choices.ts';
import { COUNT_COLUMNS, countStatement, type FacetCounts, readCounts } from '../cases/counts.ts';
import { pageStatement } from '../cases/rows.ts';
import type { FailureWords } from '../client/failure.ts';
import { writeSearch } from '../ui/field.ts';
import { type Asked, useQuestion } from '../ui/use-question.ts';
import type { CaseLine } from './CaseTable.tsx';
import { type Selection, select } from './selection.ts';
import { type ExploreState, exploreFields, type FacetState } from './state.ts';

export interface Ready extends Selection {
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
export function useAnswer(choices: Choices, state: ExploreState, facets: FacetState): Asked<Ready> {
  const question = useCallback(
    async (signal: AbortSignal): Promise<Ready> => {
      const selection = await select(choices, { state, facets, signal });
      const { database, view } = selection;
      const [counting, paging] = [countStatement(choices, view.filter), pageStatement(choices, view, 0)];
      const [rows, first] = await Promise.all([
        database.query(counting.sql, counting.params, { signal, columns: COUNT_COLUMNS }),
        database.query(paging.sql, paging.params, { signal }),
      ]);
      const { fixed, facets: ofFacets } = exploreFields(choices);
      const list = writeSearch({ ...fixed, ...ofFacets }, { ...state, ...facets });
      return { ...selection, list, counts: readCounts(choices, rows), first: first as unknown as readonly CaseLine[] };
    },
    [choices, state, facets],
  );
  return useQuestion(question, NOT_COUNTED);
}
