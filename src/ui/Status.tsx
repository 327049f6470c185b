import { useSyncExternalStore } from 'react';
import { engineState } from '../client/engine.ts';
import type { ClientFailure } from '../client/failure.ts';
import { href } from './href.ts';

/** What the page waits for. */
export function Waiting({ counted }: { readonly counted: boolean }) {
  const state = useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);
  const part = state.phase === 'loading' && state.total > 0 ? Math.round((100 * state.loaded) / state.total) : null;
  if (part !== null && part < 100) return <>Loading the query engine, {part} %…</>;
  return <>{counted ? 'Counting…' : 'Opening the cases…'}</>;
}

/** What a visitor may want to know although everything works: the browser keeps nothing for the next visit. */
export function NotKept() {
  const state = useSyncExternalStore(engineState.subscribe, engineState.get, engineState.get);
  if (state.phase !== 'ready' || state.notice === null) return null;
  const { what, why, todo } = state.notice;
  return (
    <p className="not-kept" role="status">
      {what} {why} {todo}
    </p>
  );
}

/** The one button that a failure leaves. */
export function WayOn({ failure, retry }: Pick<FailedProps, 'failure' | 'retry'>) {
  if (failure.wayOn === 'none') {
    return (
      <a className="btn" href={href('/data/')}>
        Data files
      </a>
    );
  }
  const reload = failure.wayOn === 'reload';
  return (
    <button type="button" className="btn" onClick={() => (reload ? window.location.reload() : retry())}>
      {reload ? 'Reload the page' : 'Try again'}
    </button>
  );
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
      <WayOn failure={failure} retry={retry} />
    </div>
  );
}
