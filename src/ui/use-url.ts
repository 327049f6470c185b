import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { cleanSearch, type Fields, legible, readSearch, type StateOf } from './field.ts';

/**
 * Gives the part of an address that holds a page's state, from its `?` on. On a page whose state must not reach the server it lies in the
 * fragment (`/your-results/#/explore/?sort=…`), which browsers keep to themselves; everywhere else it is the query string.
 */
export function stateSearch({ hash, search }: Pick<Location, 'hash' | 'search'>): string {
  if (!hash.startsWith('#/')) return search;
  const at = hash.indexOf('?');
  return at < 0 ? '' : hash.slice(at);
}

/** Gives the same address, from its path on, with another state. */
function withSearch({ pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>, to: string): string {
  return hash.startsWith('#/') ? `${pathname}${search}${hash.replace(/\?.*$/s, '')}${to}` : `${pathname}${to}${hash}`;
}

/** A step that Back undoes, or none of its own. */
export type AddressStep = 'push' | 'replace';

/** Milliseconds between two changes of the address while typing: browsers refuse more than 100 in 30 s. */
const PACE = 200;
/** Milliseconds until the address is asked again to say what the browser refused to write. */
const REFUSED = 1000;

const heard = new Set<() => void>();
/** The state that the address does not say yet: it was typed a moment ago, or the browser refused to write it. */
let unwritten: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Whether a step was made in this turn: what else changes with it is no other step. */
let isStepping = false;

function notify(): void {
  for (const listener of heard) listener();
}

function forget(): void {
  clearTimeout(timer);
  timer = undefined;
  unwritten = null;
}

/** What was not written when somebody went back belongs to no entry of the history. */
function wentBack(): void {
  forget();
  notify();
}

/** Hears of every change of the address or of the state in it, also by Back. */
function subscribeToAddress(listener: () => void): () => void {
  if (heard.size === 0) window.addEventListener('popstate', wentBack);
  heard.add(listener);
  return () => {
    heard.delete(listener);
    if (heard.size === 0) window.removeEventListener('popstate', wentBack);
  };
}

/** Gives the page's state as a query string: what the address says, or will say in a moment. */
const presentSearch = (): string => unwritten ?? stateSearch(window.location);

/** Writes an address; it may be refused, by an error or without a word, where very many were written in a short time. */
function write(to: string, step: AddressStep): void {
  try {
    if (step === 'push') window.history.pushState(window.history.state, '', to);
    else window.history.replaceState(window.history.state, '', to);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function putSearch(search: string, step: AddressStep): void {
  forget();
  write(withSearch(window.location, search), step);
  if (stateSearch(window.location) === search) return;
  unwritten = search;
  timer = setTimeout(writeRest, REFUSED);
}

function writeRest(): void {
  timer = undefined;
  if (unwritten === null) return;
  putSearch(unwritten, 'replace');
  timer ??= setTimeout(writeRest, PACE);
}

/** Begins a step, unless one was begun in this turn; what was typed before it belongs to the entry before it. */
function begun(step: AddressStep): AddressStep {
  if (step === 'replace' || isStepping) return 'replace';
  writeRest();
  isStepping = true;
  queueMicrotask(() => {
    isStepping = false;
  });
  return 'push';
}

/**
 * Changes the page's state. A step is in the address before anybody who shows the state hears of it: Back always undoes what is on the
 * screen. While typing (`replace`) the address may follow a moment later.
 */
function changeSearch(search: string, step: AddressStep): void {
  const how = begun(step);
  if (how === 'replace' && timer !== undefined) unwritten = search;
  else putSearch(search, how);
  if (step === 'replace') timer ??= setTimeout(writeRest, PACE);
  notify();
}

/** Puts a path, such as `/explore/`, into the fragment, without a state. */
export function goTo(path: string, step: AddressStep): void {
  const how = begun(step);
  forget();
  write(`${window.location.pathname}${window.location.search}#${path}`, how);
  notify();
}

/** Reads the fragment: `/explore/` and `?sort=…` of `#/explore/?sort=…`; both empty where it holds no state. */
export function useFragment(): { readonly path: string; readonly search: string } {
  const fragment = useSyncExternalStore(
    subscribeToAddress,
    () => (window.location.hash.startsWith('#/') ? window.location.hash.slice(1) : ''),
    () => '',
  );
  return useMemo(() => {
    const at = fragment.indexOf('?');
    return at < 0 ? { path: fragment, search: '' } : { path: fragment.slice(0, at), search: fragment.slice(at) };
  }, [fragment]);
}

/** Gives the query string with other values of some parameters, defaults left out; what the page does not know stays. */
export function changedSearch<F extends Fields>(search: string, fields: F, values: Partial<StateOf<F>>): string {
  const query = new URLSearchParams(search);
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = values[name];
    if (value === undefined) continue;
    if (field.eq(value, field.defaultValue)) query.delete(name);
    else query.set(name, field.serialize(value));
  }
  return legible(query);
}

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
