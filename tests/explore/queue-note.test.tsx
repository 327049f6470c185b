import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Choices } from '../../src/cases/choices.ts';
import { QueueNote } from '../../src/explore/Explorer.tsx';
import type { ReadyAnswer } from '../../src/explore/selection.ts';

const noteOf = (queued: number, lines: Choices['lines'], firstVote: string | null = 'first'): string => {
  const cases = { queued, places: new Uint32Array(5), firstVote };
  const [choices, ready] = [
    { benchmark: 'made', lines },
    { list: '?sort=-suspect', cases },
  ] as unknown as [Choices, ReadyAnswer];
  return renderToStaticMarkup(<QueueNote {...{ choices, ready }} queue="suspect" />);
};

test('a queue says how many cases are in it, and what it lacks where none is', () => {
  expect(noteOf(2, ['gold'])).toContain('2 cases of 5: two or more families of judges agree on another answer');
  expect(noteOf(2, ['gold'])).toContain('/made/case/?id=first&amp;list=%3Fsort%3D-suspect&amp;vote=blind');
  expect(noteOf(0, ['gold'])).toContain('No two families of judges agree against a label here.');
  expect(noteOf(0, ['prompt'])).toContain('These cases have no labels, so none can be suspected.');
  // Critiques alone: there is nothing to choose between.
  expect(noteOf(2, ['gold'], null)).toMatch(/^(?!.*vote=blind).*2 cases of 5/);
  expect(noteOf(0, undefined)).not.toContain('vote=blind');
});
