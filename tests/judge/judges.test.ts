import { expect, test } from 'vitest';
import { judgesFields } from '../../src/judge/state.ts';
import { Judge } from '../../src/schema/judge.ts';
import { ignoredParameters } from '../../src/ui/field.ts';
import { judgeNames } from '../../src/ui/judge-names.ts';
import { someOf, testFields, typed } from '../url.ts';

const FIELDS = judgesFields(['open', 'proprietary']);

testFields('a list of judges', FIELDS, { q: typed(80), access: someOf(['open', 'proprietary']) });

test('what a list of judges cannot use is named', () => {
  const ignored = ignoredParameters('?q=gpt&access=open,secret&page=2', FIELDS);
  expect(ignored.map(({ name, pieces }) => [name, pieces])).toEqual([
    ['access', ['secret']],
    ['page', []],
  ]);
});

test('a judge is found by every printed spelling, its maker and its family', () => {
  const judge = Judge.parse({
    id: 'o4-mini',
    name: 'o4-mini',
    organisation: 'OpenAI',
    family: 'o-series',
    access: 'proprietary',
    thinking: 'always',
    aliases: ['O4-Mini (high)'],
  });
  for (const word of ['openai', 'o-series', '(high)', 'o4-mini']) expect(judgeNames(judge)).toContain(word);
});
