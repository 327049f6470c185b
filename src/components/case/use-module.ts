import { useEffect, useState } from 'react';

export type Loaded<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly module: T };

/** Fetches a part of the page's code when it is first wanted; each time that it is wanted anew after a failure, again. */
export function useModule<T>(wanted: boolean, load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'waiting' });
  const done = loaded.state === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is the same import however often it is written
  useEffect(() => {
    if (!wanted || done) return;
    let current = true;
    setLoaded({ state: 'waiting' });
    load().then(
      (module) => current && setLoaded({ state: 'ready', module }),
      () => current && setLoaded({ state: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [wanted, done]);
  return loaded;
}
