import { Window } from 'happy-dom';
import { act, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Question, useQuestion } from '../../src/ui/loading.tsx';

/** One call of a question, which the test answers by hand. */
interface Call {
  readonly name: string;
  readonly answer: (data: string) => void;
  readonly fail: (why: Error) => void;
  /** Whether it was cancelled before there was an answer. */
  isGivenUp: boolean;
}

const page = new Window();
for (const name of ['document', 'HTMLIFrameElement'] as const) vi.stubGlobal(name, page[name]);
vi.stubGlobal('window', page);
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { createRoot } = await import('react-dom/client');

const WORDS = { what: 'It failed.', todo: 'Try again.' };
let asked: Call[] = [];
let questions = new Map<string, Question<string>>();
let shown = '';
let setQuestion = (_: string): void => undefined;
let retry = (): void => undefined;

/** The question of a name, always the same function. */
function questionOf(name: string): Question<string> {
  const known = questions.get(name);
  if (known !== undefined) return known;
  const question: Question<string> = (signal) => {
    const { promise, resolve: answer, reject: fail } = Promise.withResolvers<string>();
    const call: Call = { name, answer, fail, isGivenUp: false };
    asked.push(call);
    const giveUp = (): void => void Object.assign(call, { isGivenUp: true });
    signal.addEventListener('abort', giveUp);
    return promise.finally(() => signal.removeEventListener('abort', giveUp));
  };
  questions.set(name, question);
  return question;
}

function Probe() {
  const [name, setName] = useState('');
  const question = useQuestion(name === '' ? null : questionOf(name), WORDS);
  const said = { failed: '', ready: '', idle: '', loading: '' };
  if (question.state === 'failed') said.failed = question.failure.message;
  if (question.state === 'ready') said.ready = question.data;
  setQuestion = setName;
  retry = question.retry;
  shown = [question.state, said[question.state], question.last ?? 'nothing'].join('|');
  return null;
}

beforeEach(async () => {
  [asked, questions] = [[], new Map()];
  const root = createRoot(page.document.createElement('div') as unknown as HTMLElement);
  await act(async () => root.render(<Probe />));
});

const ask = (name: string) => act(async () => setQuestion(name));
const answer = (at: number, data: string) => act(async () => asked[at]?.answer(data));
const fail = (at: number, why: string) => act(async () => asked[at]?.fail(new Error(why)));
const calls = () => asked.map(({ name, isGivenUp }) => `${name}${isGivenUp ? ' given up' : ''}`);

test('nothing is asked before there is a question; then it is loading until it is here', async () => {
  expect([shown, calls()]).toEqual(['idle||nothing', []]);
  await ask('A');
  expect(shown).toBe('loading||nothing');
  await answer(0, 'one');
  expect(shown).toBe('ready|one|one');
});

test('another question gives up the one before, whose late answer is not shown; the latest answer stays meanwhile', async () => {
  await ask('A');
  await answer(0, 'one');
  await ask('B');
  expect(shown).toBe('loading||one');
  await ask('C');
  expect(calls()).toEqual(['A', 'B given up', 'C']);
  await answer(1, 'late');
  expect(shown).toBe('loading||one');
  await answer(2, 'three');
  expect(shown).toBe('ready|three|three');
});

test('a failure says what, why and what to do, and leaves the latest answer; another try asks the same again; one that is late is not shown', async () => {
  await ask('A');
  await answer(0, 'one');
  await ask('B');
  await fail(1, 'no such column');
  expect(shown).toBe('failed|It failed. no such column. Try again.|one');
  await act(async () => retry());
  expect([shown, calls()]).toEqual(['loading||one', ['A', 'B', 'B']]);
  await ask('C');
  await answer(3, 'three');
  await fail(2, 'late');
  expect(shown).toBe('ready|three|three');
});

test('no question is idle; the question before is not asked again, unless another one came between', async () => {
  await ask('A');
  await answer(0, 'one');
  await ask('');
  expect(shown).toBe('idle||one');
  await ask('A');
  expect([shown, calls()]).toEqual(['ready|one|one', ['A']]);
  await ask('B');
  await ask('A');
  expect(shown).toBe('loading||one');
  await answer(2, 'again');
  expect(shown).toBe('ready|again|again');
});
