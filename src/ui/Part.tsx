import { type ReactNode, useEffect, useState } from 'react';
import { SILENCE } from '../client/directives/silence.ts';
import { useQuestion } from './use-question.ts';

interface PartProps<M> {
  /** Fetches the module that draws the part: the same function each time. */
  readonly load: () => Promise<M>;
  /** What stands there until it has come. */
  readonly waiting?: ReactNode;
  readonly children: (module: M) => ReactNode;
}

/** Says whether a wait has lasted so long that the visitor should be told. */
function useSilence(isWaiting: boolean): boolean {
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSilent(true), SILENCE);
    return () => {
      clearTimeout(timer);
      setIsSilent(false);
    };
  }, [isWaiting]);
  return isSilent;
}

const reload = (): void => window.location.reload();

interface Coming<M> {
  /** Null until it has come. */
  readonly module: M | null;
  readonly isMissing: boolean;
  /** The message about the wait or the failure; null while all is well. */
  readonly notice: ReactNode;
}

/**
 * Loads the code of a part of the page on demand; null loads none. It reports a silent server, with buttons to stop waiting and to try
 * again, and code that cannot be loaded. Trying again reloads the page, since browsers request a module only once.
 */
export function usePart<M extends object>(load: (() => Promise<M>) | null): Coming<M> {
  const [stopped, setStopped] = useState(false);
  const part = useQuestion(load);
  const isSilent = useSilence(part.state === 'loading' && !stopped);
  // Browsers report no failure for an empty one.
  const module = part.last === null || Object.keys(part.last).length === 0 ? null : part.last;
  const isMissing = module === null && (part.state === 'failed' || part.state === 'ready' || stopped);
  if (module !== null) return { module, isMissing, notice: null };
  const notice = isMissing ? (
    <p className="small" role="alert">
      {stopped ? 'You stopped waiting for a part of this page.' : 'A part of this page could not be loaded.'}{' '}
      <button type="button" className="btn" onClick={reload}>
        Reload the page
      </button>
    </p>
  ) : isSilent ? (
    <p className="silence" role="status">
      The server has sent nothing for ten seconds. Still waiting for a part of this page.{' '}
      <button type="button" className="btn quiet" onClick={() => setStopped(true)}>
        Stop waiting
      </button>{' '}
      <button type="button" className="btn quiet" onClick={reload}>
        Ask again
      </button>
    </p>
  ) : null;
  return { module: null, isMissing, notice };
}

/** Shows a part of the page once its code is loaded, and until then the reason for a delay. */
export function PagePart<M extends object>({ load, waiting = null, children }: PartProps<M>) {
  const { module, isMissing, notice } = usePart(load);
  if (module !== null) return children(module);
  return (
    <>
      {isMissing ? null : waiting}
      {notice}
    </>
  );
}
