import { useEffect, useRef, useState } from 'react';
import { formatProblem, problemsInOrder } from '../../schema/problem.ts';
import { Button } from '../../ui/layout.tsx';
import { Waiting } from '../../ui/loading.tsx';
import { numberWords } from '../../ui/number-words.ts';
import type { Attempt } from '../intake/preview.ts';
import { ownStandings, withOwnNames } from '../standing-words.ts';

/** Tries a mapping on the head of the files; null where it cannot be tried any more. */
export type AttemptMapping = (mapping: string, signal: AbortSignal) => Promise<Attempt | null>;

/** Milliseconds without a key after which a mapping is tried. */
const PAUSE = 250;
const SHOWN = 8;

function TriedValues({ boards }: Pick<Attempt, 'boards'>) {
  const standings = boards.map(withOwnNames).flatMap(ownStandings).slice(0, SHOWN);
  return standings.map(({ name, column, value, interval }) => (
    <p key={`${name} ${column}`}>
      <b>{name.replace(' (yours)', '')}</b>: {column} <b>{value}</b>
      {interval === '' ? '' : `, 95 % interval ${interval}`}
    </p>
  ));
}

const madeWords = ({ made, head }: Attempt): string =>
  made.length === 0
    ? 'No record comes of it yet.'
    : `${head ? 'The first rows give' : 'This gives'} ${made.map(({ file, records }) => `${numberWords(records)} in ${file}`).join(', ')}.`;

function TriedMapping({ tried: { problems, made, boards } }: { readonly tried: Attempt }) {
  return (
    <div className="attempt">
      <TriedValues boards={boards} />
      {problems.length === 0 ? null : (
        <ul>
          {problemsInOrder(problems)
            .slice(0, SHOWN)
            .map((problem) => (
              <li key={formatProblem(problem)}>{formatProblem(problem)}</li>
            ))}
        </ul>
      )}
      {made.map(({ file, first }) => (
        <details key={file}>
          <summary>First records of {file}</summary>
          <pre className="max-w-full overflow-x-auto">{first.join('\n')}</pre>
        </details>
      ))}
    </div>
  );
}

/** What is known of a mapping: what came of the last one that was tried to the end, and how it stands with the present one. */
interface Trial {
  readonly tried: Attempt | null;
  readonly phase: 'trying' | 'cancelled' | 'tried';
}

/** Tries the mapping when nobody has typed for a moment; the last one counts, and an earlier one is given up. */
export function useTrial(text: string, attempt: AttemptMapping) {
  const [trial, setTrial] = useState<Trial>({ tried: null, phase: 'trying' });
  const running = useRef(new AbortController());
  useEffect(() => {
    const control = new AbortController();
    running.current = control;
    setTrial(({ tried }) => ({ tried, phase: 'trying' }));
    const timer = setTimeout(async () => {
      const tried = await attempt(text, control.signal).catch(() => null);
      if (!control.signal.aborted && tried !== null) setTrial({ tried, phase: 'tried' });
    }, PAUSE);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [text, attempt]);
  const cancel = () => {
    running.current.abort();
    setTrial(({ tried }) => ({ tried, phase: 'cancelled' }));
  };
  return { ...trial, cancel };
}

export function TrialView({ tried, phase, cancel }: ReturnType<typeof useTrial>) {
  return (
    <>
      <div className="set trying" role="status">
        {phase === 'trying' ? <Waiting>Trying it on the first rows…</Waiting> : null}
        {phase === 'cancelled' ? 'Cancelled. Whatever is changed is tried again.' : null}
        {phase === 'tried' && tried !== null ? madeWords(tried) : null}{' '}
        {phase === 'trying' ? <Button onClick={cancel}>Cancel</Button> : null}
      </div>
      {tried === null ? null : <TriedMapping tried={tried} />}
    </>
  );
}
