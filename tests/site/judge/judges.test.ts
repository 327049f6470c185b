import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import type { Board } from '../../../src/schema/board.ts';
import { Judge } from '../../../src/schema/judge.ts';
import { judgesFields } from '../../../src/site/judge/state.ts';
import { judgesWithPage } from '../../../src/site/judge/with-page.ts';
import { ignoredParameters } from '../../../src/ui/field.ts';
import { judgeNames } from '../../../src/ui/judge-names.ts';
import { row } from '../../board/boards.ts';
import { someOf, testFields, typed } from '../../url.ts';

const FIELDS = judgesFields(['open', 'proprietary'], ['one', 'two']);

testFields('a list of judges', FIELDS, {
  q: typed(80),
  access: someOf(['open', 'proprietary']),
  sort: fc.constantFrom('', 'one', '-one', 'two', '-two'),
});

test('what a list of judges cannot use is named', () => {
  const ignored = ignoredParameters('?q=gpt&access=open,secret&page=2&sort=-three', FIELDS);
  expect(ignored.map(({ name, pieces }) => [name, pieces])).toEqual([
    ['access', ['secret']],
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
