import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import { type Board, judgeFactsOf } from '../../../src/schema/board.ts';
import { Judge } from '../../../src/schema/judge.ts';
import { judgesWithPage, priceOf } from '../../../src/site/judge/profile.ts';
import { judgesFields } from '../../../src/site/judge/state.ts';
import { ignoredParameters } from '../../../src/ui/field.ts';
import { judgeNames } from '../../../src/ui/sentences.ts';
import { row } from '../../board/boards.ts';
import { someOf, testFields, typed } from '../../url.ts';

const FIELDS = judgesFields(['open', 'proprietary'], { facts: ['small', 'recent'], columns: ['one', 'two'] });

testFields('a list of judges', FIELDS, {
  q: typed(80),
  access: someOf(['open', 'proprietary']),
  fact: someOf(['small', 'recent']),
  sort: fc.constantFrom('', 'one', '-one', 'two', '-two'),
});

test('what a list of judges cannot use is named', () => {
  const ignored = ignoredParameters('?q=gpt&access=open,secret&fact=small,cheap&page=2&sort=-three', FIELDS);
  expect(ignored.map(({ name, pieces }) => [name, pieces])).toEqual([
    ['access', ['secret']],
    ['fact', ['cheap']],
    ['page', []],
    ['sort', ['-three']],
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

test('a judge has a page where there is a row or a part in a benchmark to tell of; a reference line and annotators have none', () => {
  const judge = (id: string): Judge =>
    Judge.parse({ id, name: id, organisation: 'A', family: 'F', access: 'open', thinking: 'never' });
  const benchmark = Benchmark.parse({
    ...{ id: 'b', order: 1, name: 'B', tagline: 'x', summary: ['x'], protocol: 'pairwise', data_licence: 'none' },
    ...{ metrics: [], roles: [{ judge: 'annotates', role: 'annotated', source: 'x' }] },
  });
  const board = {
    rows: [row('judged', {}), { ...row('total', {}), judge: null }],
    references: [{ id: 'random-votes' }],
  };
  const known = judgesWithPage({
    judges: ['judged', 'annotates', 'random-votes', 'rater-1'].map(judge),
    boards: [board] as unknown as Board[],
    benchmarks: [benchmark],
  });
  expect(known.map(({ id }) => id)).toEqual(['judged', 'annotates']);
});

test('a judge is found by what is known of it, and by nothing that is not', () => {
  const source = 'https://example.org';
  const facts = (known: object): string[] =>
    judgeFactsOf(
      Judge.parse({ id: 'a', name: 'A', organisation: 'O', family: 'F', access: 'open', thinking: 'never', ...known }),
    );
  expect(facts({})).toEqual([]);
  expect(facts({ parameters_b: 8, released: { date: '2025-01', source } })).toEqual(['small', 'recent']);
  expect(facts({ parameters_b: 8.1, released: { date: '2024-12-31', source } })).toEqual([]);
  expect(facts({ licence: { name: 'MIT', open: true, source } })).toEqual(['open-licence']);
  expect(facts({ licence: { name: 'Llama 4 Community License', open: false, source } })).toEqual([]);
});

test('a price names its money and keeps its small parts', () => {
  const price = { as_of: '2026-04-01', source: 'https://example.org' };
  expect(priceOf({ ...price, input: 0.075, output: 12, currency: 'USD' })).toBe('$0.075 in, $12 out');
  expect(priceOf({ ...price, input: 1.1, output: 0, currency: 'CNY' })).toBe('¥1.1 in, ¥0 out');
});
