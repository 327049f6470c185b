import { unstable_createAdapterProvider as createAdapterProvider, renderQueryString } from 'nuqs/adapters/custom';
import { useMemo, useSyncExternalStore } from 'react';
import { stateSearch, withSearch } from './address.ts';

const heard = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  heard.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    heard.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

type How = 'push' | 'replace';

function show(to: string, how: How): void {
  if (how === 'push') window.history.pushState(window.history.state, '', to);
  else window.history.replaceState(window.history.state, '', to);
  for (const listener of heard) listener();
}

const updateUrl = (params: URLSearchParams, { history: how }: { readonly history: How }): void =>
  show(withSearch(window.location, renderQueryString(params)), how);

/** Puts a path, such as `/explore/`, into the fragment, without a state. */
export const goTo = (path: string, how: How): void =>
  show(`${window.location.pathname}${window.location.search}#${path}`, how);

const now = (): URLSearchParams => new URLSearchParams(stateSearch(window.location));

/** Wraps what keeps its state in the fragment of the address, which never leaves the browser: within it `useUrl` reads and writes there. */
export const FragmentAddress = createAdapterProvider(() => {
  const search = useSyncExternalStore(
    subscribe,
    () => stateSearch(window.location),
    () => '',
  );
  const searchParams = useMemo(() => new URLSearchParams(search), [search]);
  return { searchParams, updateUrl, getSearchParamsSnapshot: now };
});

/** Reads the fragment: `/explore/` and `?sort=…` of `#/explore/?sort=…`; both empty where it holds no state. */
export function useFragment(): { readonly path: string; readonly search: string } {
  const fragment = useSyncExternalStore(
    subscribe,
    () => (window.location.hash.startsWith('#/') ? window.location.hash.slice(1) : ''),
    () => '',
  );
  return useMemo(() => {
    const at = fragment.indexOf('?');
    return at < 0 ? { path: fragment, search: '' } : { path: fragment.slice(0, at), search: fragment.slice(at) };
  }, [fragment]);
}
