import { throttle, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { stateSearch, withSearch } from './address.ts';
import { cleanSearch, type Fields, type StateOf } from './field.ts';

type StateChange<S> = Partial<S> | ((state: S) => Partial<S>);

/** Changes parts of a page's state: a step that Back undoes, or none of its own (`replace`, while typing). */
export type ChangeUrl<S> = (change: StateChange<S>, history?: 'push' | 'replace') => void;

/** Milliseconds between updates of the address while typing. */
const TYPING_PACE = 200;

/** Gives the state of a page's parameters, and a function that changes it. Changes of several records in one turn make one step. */
export function useUrl<F extends Fields>(fields: F): readonly [StateOf<F>, ChangeUrl<StateOf<F>>] {
  const [state, setState] = useQueryStates(fields);
  const change = useCallback<ChangeUrl<StateOf<F>>>(
    (values, history = 'push') => {
      const pace = history === 'replace' ? { limitUrlUpdates: throttle(TYPING_PACE) } : {};
      void setState(values, { history, scroll: false, ...pace });
    },
    [setState],
  );
  return [state, change];
}

/** Removes from the address what the page cannot use, without a step. */
export function cleanAddress(fields: Fields): void {
  const to = withSearch(window.location, cleanSearch(stateSearch(window.location), fields));
  window.history.replaceState(window.history.state, '', to);
}
