import { useCallback, useEffect, useState } from 'react';
import type { Choices } from '../cases/choices.ts';
import { COUNT_COLUMNS, countStatement, type FacetCounts, readCounts } from '../cases/counts.ts';
import { pageStatement } from '../cases/rows.ts';
import { ClientFailure, reasonOf } from '../client/failure.ts';
import { writeSearch } from '../ui/field.ts';
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

export interface Answer {
  /** The last answer, which may be that to an older question. */
  readonly ready: Ready | null;
  readonly busy: boolean;
  readonly failure: ClientFailure | null;
}

/** Anything thrown as what a visitor can be told. */
function failureOf(error: unknown): ClientFailure {
  if (error instanceof ClientFailure) return error;
  const todo = 'Try again, or take back the last change.';
  return new ClientFailure(
    'query-failed',
    { what: 'The cases could not be counted.', why: reasonOf(error), todo },
    { cause: error },
  );
}

/** Asks for the counts of a state; a new state cancels the question before. */
export function useAnswer(
  choices: Choices,
  state: ExploreState,
  facets: FacetState,
): readonly [Answer, retry: () => void, fail: (error: unknown) => void] {
  const [answer, setAnswer] = useState<Answer>({ ready: null, busy: false, failure: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setAnswer(({ ready }) => ({ ready, busy: true, failure: null }));
    const ask = async (): Promise<void> => {
      const selection = await select(choices, state, facets, signal);
      const { database, view } = selection;
      const [counting, paging] = [countStatement(choices, view.filter), pageStatement(choices, view, 0)];
      const [rows, first] = await Promise.all([
        database.query(counting.sql, counting.params, { signal, columns: COUNT_COLUMNS }),
        database.query(paging.sql, paging.params, { signal }),
      ]);
      const { fixed, facets: ofFacets } = exploreFields(choices);
      const list = writeSearch({ ...fixed, ...ofFacets }, { ...state, ...facets });
      const ready = {
        ...selection,
        list,
        counts: readCounts(choices, rows),
        first: first as unknown as readonly CaseLine[],
      };
      setAnswer({ ready, busy: false, failure: null });
    };
    ask().catch((error: unknown) => {
      if (!signal.aborted) setAnswer(({ ready }) => ({ ready, busy: false, failure: failureOf(error) }));
    });
    return () => controller.abort();
  }, [choices, state, facets, attempt]);
  const retry = useCallback(() => setAttempt((n) => n + 1), []);
  const fail = useCallback(
    (error: unknown) => setAnswer(({ ready }) => ({ ready, busy: false, failure: failureOf(error) })),
    [],
  );
  return [answer, retry, fail];
}
