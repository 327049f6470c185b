import { useSyncExternalStore } from 'react';
import { engineState } from '../client/engine-state.ts';

/** What the query engine is doing. */
export const useEngineState = () => useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);
