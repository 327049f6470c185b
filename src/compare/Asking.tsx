import { useSyncExternalStore } from 'react';
import { engineState } from '../client/engine.ts';
import type { ClientFailure } from '../client/failure.ts';

/** What a comparison waits for. */
export function Asking() {
  const state = useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);
  const part = state.phase === 'loading' && state.total > 0 ? Math.round((100 * state.loaded) / state.total) : 100;
  return (
    <p className="state" role="status" aria-busy="true">
      {part < 100 ? `Loading the query engine, ${part} %…` : 'Comparing case by case…'}
    </p>
  );
}

/** What went wrong, why, and what to do; the printed values stay. */
export function AskFailed({ failure, retry }: { readonly failure: ClientFailure; readonly retry: () => void }) {
  const reload = failure.wayOn === 'reload';
  return (
    <div className="state bad" role="alert">
      <p>
        <strong>{failure.what}</strong> {failure.why} {failure.todo}
      </p>
      <button type="button" className="btn" onClick={() => (reload ? window.location.reload() : retry())}>
        {reload ? 'Reload the page' : 'Try again'}
      </button>
    </div>
  );
}
