import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type Field, type Ignored, ignoredParameters } from './field.ts';

function onNavigation(notify: () => void): () => void {
  window.addEventListener('popstate', notify);
  return () => window.removeEventListener('popstate', notify);
}

type Readers = Readonly<Record<string, Pick<Field<unknown>, 'read'>>>;

/** What the address held, when the page was opened or gone back to, that the page cannot use. */
export function useIgnored(fields: Readers): readonly Ignored[] {
  const search = useSyncExternalStore(
    onNavigation,
    useCallback(() => window.location.search, []),
    () => '',
  );
  return useMemo(() => ignoredParameters(search, fields), [search, fields]);
}
