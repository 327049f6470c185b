import { useCallback, useEffect, useRef, useState } from 'react';
import { goToPlace, newSet, useOwnPlace } from './place.ts';

/**
 * Holds what the results on the page are called in addresses, '' while there are none. Files that are dropped where an address names
 * results that are not there take its name, so that who drops the same files again comes back to the same view.
 */
export function useSet(hasResults: boolean) {
  const place = useOwnPlace();
  const [set, setSet] = useState('');
  const addressed = useRef('');
  addressed.current = place.set;
  /** Gives what comes onto the page its name: its own, else that of the address where nothing stands there, else a new one. */
  const begin = useCallback((name: string | null, isFree: boolean) => {
    const own = name ?? ((isFree && addressed.current) || newSet());
    setSet(own);
    if (own !== addressed.current) goToPlace({ set: own, result: 0, page: '/' }, 'replace');
  }, []);
  const forget = useCallback(() => {
    setSet('');
    goToPlace({ set: '', result: 0, page: '/' }, 'replace');
  }, []);
  useEffect(() => {
    if (!hasResults) return;
    if (set === '') begin(null, true);
    else if (place.set === '') goToPlace({ set, result: 1, page: '/' }, 'replace');
  }, [hasResults, set, place.set, begin]);
  return { place, set, begin, forget };
}
