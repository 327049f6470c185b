import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { changedSearch, cleanSearch, type Fields, readSearch, type StateOf } from './field.ts';
import { type AddressStep, changeSearch, presentSearch, subscribeToAddress } from './present-address.ts';

type StateChange<S> = Partial<S> | ((state: S) => Partial<S>);

/** Changes parts of a page's state: a step that Back undoes, or none of its own (`replace`, while typing). */
export type ChangeUrl<S> = (change: StateChange<S>, step?: AddressStep) => void;

/** Gives a reader of the state. What did not change since it read before is the same object, also within a list that did. */
function stateReader<F extends Fields>(fields: F): (search: string) => StateOf<F> {
  let read = '';
  let last = readSearch(fields, read);
  return (search) => {
    if (search === read) return last;
    read = search;
    const next = readSearch(fields, search);
    const entries = Object.entries(fields).map(([name, field]): [string, unknown] => {
      const value: unknown = last[name];
      return [name, field.eq(value, next[name]) ? value : next[name]];
    });
    if (entries.some(([name, value]) => value !== last[name])) last = Object.fromEntries(entries) as StateOf<F>;
    return last;
  };
}

/** Gives the state of a page's parameters, and a function that changes it. Changes of several records in one turn make one step. */
export function useUrl<F extends Fields>(fields: F): readonly [StateOf<F>, ChangeUrl<StateOf<F>>] {
  const read = useMemo(() => stateReader(fields), [fields]);
  const untouched = useMemo(() => readSearch(fields, ''), [fields]);
  const state = useSyncExternalStore(
    subscribeToAddress,
    () => read(presentSearch()),
    () => untouched,
  );
  const change = useCallback<ChangeUrl<StateOf<F>>>(
    (wanted, step = 'push') => {
      const search = presentSearch();
      const values = typeof wanted === 'function' ? wanted(readSearch(fields, search)) : wanted;
      const next = changedSearch(search, fields, values);
      // A choice of what is chosen already is no step.
      if (next !== changedSearch(search, fields, {})) changeSearch(next, step);
    },
    [fields],
  );
  return [state, change];
}

/** Removes from the address what the page cannot use, without a step. */
export const cleanAddress = (fields: Fields): void => changeSearch(cleanSearch(presentSearch(), fields), 'replace');
