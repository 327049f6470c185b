import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { stateSearch } from './address.ts';
import { type Fields, type Ignored, ignoredParameters } from './field.ts';

function onNavigation(notify: () => void): () => void {
  window.addEventListener('popstate', notify);
  return () => window.removeEventListener('popstate', notify);
}

/** What the address held, when the page was opened or gone back to, that the page cannot use. */
export function useIgnored(fields: Fields): readonly Ignored[] {
  const search = useSyncExternalStore(
    onNavigation,
    useCallback(() => stateSearch(window.location), []),
    () => '',
  );
  return useMemo(() => ignoredParameters(search, fields), [search, fields]);
}
