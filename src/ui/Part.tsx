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

/** Whether a wait has lasted so long that it is told of. */
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

/**
 * A part of the page whose code comes when it is wanted. It is told where the server sends nothing, with a way to stop waiting and one to ask again, and where it
 * cannot be had. To ask again is to load the page anew: a browser asks for a module once.
 */
export function Part<M>({ load, waiting = null, children }: PartProps<M>) {
  const [stopped, setStopped] = useState(false);
  const part = useQuestion(load);
  const isSilent = useSilence(part.state === 'loading' && !stopped);
  if (part.last !== null) return children(part.last);
  if (part.state === 'failed' || stopped) {
    return (
      <p className="small" role="alert">
        {stopped ? 'You stopped waiting for a part of this page.' : 'A part of this page could not be loaded.'}{' '}
        <button type="button" className="btn" onClick={reload}>
          Reload the page
        </button>
      </p>
    );
  }
  return (
    <>
      {waiting}
      {isSilent ? (
        <p className="silence" role="status">
          The server has sent nothing for ten seconds. Still waiting for a part of this page.{' '}
          <button type="button" className="btn quiet" onClick={() => setStopped(true)}>
            Stop waiting
          </button>{' '}
          <button type="button" className="btn quiet" onClick={reload}>
            Ask again
          </button>
        </p>
      ) : null}
    </>
  );
}
