import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Question, useQuestion } from '../../../src/ui/loading.tsx';

/** One call of a question, which the test answers by hand. */
interface Call {
  readonly name: string;
  readonly answer: (data: string) => void;
  readonly fail: (message: string) => void;
  /** Whether it was cancelled before there was an answer. */
  isGivenUp: boolean;
}

const calls: Call[] = [];
const questions = new Map<string, Question<string>>();

/** The question of a name, always the same function. */
function questionOf(name: string): Question<string> {
  const known =
    questions.get(name) ??
    ((signal: AbortSignal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const call: Call = { name, answer: resolve, fail: (message) => reject(new Error(message)), isGivenUp: false };
      calls.push(call);
      const giveUp = (): void => {
        call.isGivenUp = true;
      };
      signal.addEventListener('abort', giveUp);
      return promise.finally(() => signal.removeEventListener('abort', giveUp));
    });
  questions.set(name, known);
  return known;
}

const WORDS = { what: 'It failed.', todo: 'Try again.' };

function Probe() {
  const [name, setName] = useState('');
  const asked = useQuestion(name === '' ? null : questionOf(name), WORDS);
  const { state, last } = asked;
  const said = asked.state === 'failed' ? asked.failure.message : asked.state === 'ready' ? asked.data : '';
  return (
    <>
      <output>{[state, said, last ?? 'nothing'].join('|')}</output>
      <input aria-label="Question" onChange={({ currentTarget: { value } }) => setName(value)} />
      <button type="button" onClick={asked.retry}>
        Try again
      </button>
    </>
  );
}

const probe = {
  answer: (at: number, data: string) => calls[at]?.answer(data),
  fail: (at: number, message: string) => calls[at]?.fail(message),
  /** What has been asked so far, each with whether it was given up. */
  calls: () => calls.map(({ name, isGivenUp }) => `${name}${isGivenUp ? ' given up' : ''}`),
};

declare global {
  interface Window {
    probe: typeof probe;
  }
}

window.probe = probe;
createRoot(document.body.appendChild(document.createElement('div'))).render(<Probe />);
