import { useMemo, useSyncExternalStore } from 'react';
import { stateSearch, withSearch } from './address.ts';

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

function tell(): void {
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
  tell();
}

/** Hears of every change of the address or of the state in it, also by Back. */
export function subscribeToAddress(listener: () => void): () => void {
  if (heard.size === 0) window.addEventListener('popstate', wentBack);
  heard.add(listener);
  return () => {
    heard.delete(listener);
    if (heard.size === 0) window.removeEventListener('popstate', wentBack);
  };
}

/** Gives the page's state as a query string: what the address says, or will say in a moment. */
export const presentSearch = (): string => unwritten ?? stateSearch(window.location);

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
export function changeSearch(search: string, step: AddressStep): void {
  const how = begun(step);
  if (how === 'replace' && timer !== undefined) unwritten = search;
  else putSearch(search, how);
  if (step === 'replace') timer ??= setTimeout(writeRest, PACE);
  tell();
}

/** Puts a path, such as `/explore/`, into the fragment, without a state. */
export function goTo(path: string, step: AddressStep): void {
  const how = begun(step);
  forget();
  write(`${window.location.pathname}${window.location.search}#${path}`, how);
  tell();
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
