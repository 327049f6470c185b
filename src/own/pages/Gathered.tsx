import { type ReactNode, useCallback } from 'react';
import { Failed, useQuestion, Waiting } from '../../ui/loading.tsx';

interface GatheredProps<T> {
  /** Must stay the same function while the question is the same. */
  readonly gather: () => Promise<T>;
  /** What goes on meanwhile, as a verb: `Gathering the cases`. */
  readonly doing: string;
  readonly children: (data: T) => ReactNode;
}

export function Gathered<T>({ gather, doing, children }: GatheredProps<T>) {
  const question = useCallback(() => gather(), [gather]);
  const asked = useQuestion(question);
  if (asked.state === 'failed') return <Failed failure={asked.failure} retry={asked.retry} />;
  if (asked.state !== 'ready')
    return (
      <p className="state" role="status">
        <Waiting>{doing}…</Waiting>
      </p>
    );
  return children(asked.data);
}
