import type { ClientFailure, FailureNotice } from './failure.ts';
import { store } from './store.ts';

type EngineState =
  | { readonly phase: 'idle' }
  /** Bytes inflated so far, of `total`. */
  | { readonly phase: 'loading'; readonly loaded: number; readonly total: number }
  /** `notice`: what a visitor may want to know although everything works. */
  | { readonly phase: 'ready'; readonly notice: FailureNotice | null }
  | { readonly phase: 'failed'; readonly failure: ClientFailure };

/** For the engine itself, which alone changes it. */
export const engineStore = store<EngineState>({ phase: 'idle' });

/** The engine's state, as `useSyncExternalStore` takes it. */
export const engineState = { get: engineStore.get, subscribe: engineStore.subscribe };
