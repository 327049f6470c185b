import { useEffect, useState } from 'react';

export type Loaded<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly module: T };

/** Fetches a part of the page's code when it is first wanted. Browsers remember a failure until the page is loaded anew. */
export function useModule<T>(wanted: boolean, load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'waiting' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is the same import however often it is written
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    load().then(
      (module) => current && setLoaded({ state: 'ready', module }),
      () => current && setLoaded({ state: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return loaded;
}
