import { expect, test } from 'vitest';
import { caseWords } from '../../../src/pages/_prerender/home.ts';
import { wholeCase } from '../../../src/schema/release-paths.ts';
import type { Case } from '../../../src/schema/stored-case.ts';

const REASON = 'A keeps the cat. B paints a dog over it. Therefore B is the better edit.';

const made = (more: Partial<Case> = {}): Case => ({
  ...wholeCase({
    instance: 'one',
    prompt: 'let the cat wear a tie',
    media: [{ src: 'https://pictures.example/cat.jpg', alt: 'A cat' }],
    responses: [
      { response: 'a', model: 'MagicBrush', text: '' },
      { response: 'b', model: 'SDEdit', text: '' },
    ],
    judgments: [
      { run: 'gpt', criterion: 'sc', verdict: 'b', parse: 'ok', rationale: REASON },
      {
        run: 'gpt',
        criterion: 'pq',
        verdict: 'b',
        parse: 'ok',
        rationale: `${'An endless sentence on blur '.repeat(20)}ends.`,
      },
    ],
  }),
  ...more,
});

test('a case has its prompt, what made each answer, the sentence that decided, and no picture of another site', async () => {
  expect(await caseWords(made(), 'gpt', 'sc')).toEqual({
    prompt: 'let the cat wear a tie',
    picture: null,
    responses: [
      { name: 'A', text: 'made by MagicBrush' },
      { name: 'B', text: 'made by SDEdit' },
    ],
    reason: 'Therefore B is the better edit.',
  });
});

test('what does not fit into a card is left for another case', async () => {
  expect(await caseWords(made(), 'gpt', 'pq'), 'a reason that would be cut').toBeNull();
  expect(await caseWords(made(), 'gpt', 'other'), 'no reason').toBeNull();
  expect(await caseWords(made({ prompt: '' }), 'gpt', 'sc'), 'no prompt').toBeNull();
  expect(await caseWords(made({ prompt: 'word '.repeat(40) }), 'gpt', 'sc'), 'a long prompt').toBeNull();
});

test('answers that begin alike are shown from where they differ', async () => {
  const responses = ['The picture shows a red star.', 'The picture shows a blue one.'].map((text, i) => ({
    response: 'ab'.charAt(i),
    model: '',
    text,
  }));
  const words = await caseWords(made({ responses }), 'gpt', 'sc');
  expect(words?.responses.map(({ text }) => text)).toEqual(['… red star.', '… blue one.']);
});
