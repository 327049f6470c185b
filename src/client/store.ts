import type { ClientFailure, FailureNotice } from './failure.ts';

/** A value with listeners; each is called when the value changes. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function store<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type EngineState =
  | { readonly phase: 'idle' }
  /** Bytes inflated so far, of `total`. */
  | { readonly phase: 'loading'; readonly loaded: number; readonly total: number }
  /** `notice`: what a visitor may want to know although everything works. */
  | { readonly phase: 'ready'; readonly notice: FailureNotice | null }
  | { readonly phase: 'failed'; readonly failure: ClientFailure };

/** For the engine itself, which alone changes it. */
export const engineStore = store<EngineState>({ phase: 'idle' });

export const engineState = { get: engineStore.get, subscribe: engineStore.subscribe };
