import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { stateSearch } from './address.ts';
import { type Fields, type Ignored, ignoredParameters } from './field.ts';
import { cleanAddress } from './use-url.ts';

function onNavigation(notify: () => void): () => void {
  window.addEventListener('popstate', notify);
  return () => window.removeEventListener('popstate', notify);
}

/** Says what the address held, when the page was opened or gone back to, that the page cannot use. */
function useIgnored(fields: Fields): readonly Ignored[] {
  const search = useSyncExternalStore(
    onNavigation,
    useCallback(() => stateSearch(window.location), []),
    () => '',
  );
  return useMemo(() => ignoredParameters(search, fields), [search, fields]);
}

function sentence({ name, kind, pieces }: Ignored): string {
  if (kind === 'unknown') return `“${name}” is not a setting of this page`;
  const list = pieces.map((piece) => `“${piece}”`).join(', ');
  return kind === 'broken'
    ? `${name}: ${list} ${pieces.length === 1 ? 'is' : 'are'} not known here`
    : `${name} is given more than once; ${list} ${pieces.length === 1 ? 'was' : 'were'} left out`;
}

/** Names every part of the address that the page's parameters cannot use. It floats, so that the page does not move. */
export function IgnoredNotice({ fields }: { readonly fields: Fields }) {
  const ignored = useIgnored(fields);
  const text = ignored.map(sentence).join('; ');
  const [seen, setSeen] = useState('');
  const clean = () => {
    cleanAddress(fields);
    setSeen(text);
  };
  if (text === '' || text === seen) return null;
  return (
    <div className="toast" role="alert">
      <p>Part of the address was ignored. {text}.</p>
      <button type="button" className="btn" onClick={clean}>
        Clean the address
      </button>
      <button type="button" className="btn quiet" onClick={() => setSeen(text)}>
        Close
      </button>
    </div>
  );
}
