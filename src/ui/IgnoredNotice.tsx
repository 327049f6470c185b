import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { type Fields, type Ignored, ignoredParameters } from './field.ts';
import { Button } from './layout.tsx';
import { cleanAddress, stateSearch } from './use-url.ts';

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

/** So many letters of a piece are quoted, and so many pieces: addresses may be very long. */
const MOST_LETTERS = 60;
const MOST_QUOTED = 4;

const quoted = (text: string): string => `“${text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text}”`;

/** Says of a part of the address why it was ignored. */
export function ignoredWords({ name, kind, pieces }: Ignored): string {
  if (kind === 'unknown') return `${quoted(name)} is not a setting of this page`;
  const more = pieces.length - MOST_QUOTED;
  const list = [...pieces.slice(0, MOST_QUOTED).map(quoted), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const [are, were] = pieces.length === 1 ? ['is', 'was'] : ['are', 'were'];
  if (kind === 'twice') return `${name}: ${list} ${are} named twice, and counted once`;
  if (kind === 'broken') return `${name}: ${list} ${are} not known here`;
  return `${name}${kind === 'surplus' ? ': more than this page can show' : ' is given more than once'}; ${list} ${were} left out`;
}

/** Names every part of the address that the page's parameters cannot use. It floats, so that the page does not move. */
export function IgnoredNotice({ fields }: { readonly fields: Fields }) {
  const ignored = useIgnored(fields);
  const text = ignored.map(ignoredWords).join('; ');
  const [seen, setSeen] = useState('');
  const clean = () => {
    cleanAddress(fields);
    setSeen(text);
  };
  if (text === '' || text === seen) return null;
  return (
    <div className="toast" role="alert">
      <p>Part of the address was ignored. {text}.</p>
      <Button onClick={clean}>Clean the address</Button>
      <Button look="quiet" onClick={() => setSeen(text)}>
        Close
      </Button>
    </div>
  );
}
