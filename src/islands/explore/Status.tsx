import { useSyncExternalStore } from 'react';
import { engineState } from '../../client/engine.ts';
import type { ClientFailure } from '../../client/failure.ts';

/** What the page waits for. */
export function Waiting({ counted }: { readonly counted: boolean }) {
  const state = useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);
  const part = state.phase === 'loading' && state.total > 0 ? Math.round((100 * state.loaded) / state.total) : null;
  if (part !== null && part < 100) return <>Loading the query engine, {part} %…</>;
  return <>{counted ? 'Counting…' : 'Opening the cases…'}</>;
}

interface FailedProps {
  readonly failure: ClientFailure;
  /** Whether the rows below are the prerendered ones. */
  readonly unfiltered: boolean;
  readonly retry: () => void;
}

/** What went wrong, why, and what to do; the rows below stay. */
export function Failed({ failure, unfiltered, retry }: FailedProps) {
  return (
    <div className="explore-state bad" role="alert">
      <p>
        <strong>{failure.what}</strong> {failure.why} {failure.todo}
      </p>
      {unfiltered ? (
        <p>Below are the first cases without any filter; each of them opens.</p>
      ) : (
        <p>Below is the last answer.</p>
      )}
      {failure.wayOn === 'reload' ? (
        <button type="button" className="btn" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      ) : (
        <button type="button" className="btn" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
