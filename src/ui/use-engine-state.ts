import { useSyncExternalStore } from 'react';
import { engineState } from '../client/engine-state.ts';

/** Says what the query engine is doing. */
export const useEngineState = () => useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);
