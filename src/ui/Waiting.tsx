import { type ReactNode, useSyncExternalStore } from 'react';
import { engineState } from '../client/engine-state.ts';

/** Says what the query engine is doing. */
export const useEngineState = () => useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);

/** Shows how much of the query engine has loaded; once it is there, `children`. */
export function Waiting({ children }: { readonly children: ReactNode }) {
  const state = useEngineState();
  const part = state.phase === 'loading' && state.total > 0 ? Math.round((100 * state.loaded) / state.total) : 100;
  return part < 100 ? <>Loading the query engine, {part} %…</> : children;
}
