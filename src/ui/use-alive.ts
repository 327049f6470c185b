import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Says whether the page is alive: false while it is prerendered and hydrated, true from then on. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
