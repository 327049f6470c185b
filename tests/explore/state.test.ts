import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CASE_OUTCOMES, type Choices, STATUSES, sortColumns } from '../../src/cases/choices.ts';
import { SAYINGS } from '../../src/cases/wanted.ts';
import { exploreFields, exploreSearch, filterOf } from '../../src/explore/state.ts';
import { chipsOf } from '../../src/explore/words.ts';
import { sliceText } from '../../src/schema/slice.ts';
import { LENGTH_MEASURES } from '../../src/schema/words.ts';
import { cleanSearch, type Fields, ignoredParameters, readSearch } from '../../src/ui/field.ts';
import { BARE_CHOICES } from '../choices.ts';
import { someOf, sortOf, testFields, typed } from '../url.ts';

const choices: Choices = {
  ...BARE_CHOICES,
  facets: [
    { name: 'task', label: 'Task', values: ['a', 'b, c', '', '~', '100%'] },
    { name: 'sort', label: 'Sort', values: ['x', 'y'] },
  ],
  runs: [
    { run: 'r1', judge: 'R1', label: 'R1' },
    { run: 'r2', judge: 'R2', label: 'R2' },
  ],
  criteria: [
    { id: 'clear', label: 'Clear' },
    { id: 'kind', label: 'Kind' },
  ],
  losses: [
    { id: 'pacc', label: 'PAcc' },
    { id: 'cmr', label: 'CMR' },
  ],
  words: true,
};
const fields = exploreFields(choices);
const known: Fields = { ...fields.facets, ...fields.fixed };
const asked = (search: string) => ({
  state: readSearch(fields.fixed, search),
  facets: readSearch(fields.facets, search),
});

const end = (most: number) => fc.option(fc.integer({ min: 0, max: most }));
const range = (most: number) => fc.record({ from: end(most), to: end(most) });
const runs = ['r1', 'r2'];
const id = fc.constantFrom('', 'text-dominance', 'rubric_2');

const texts = { length: range(999_999_999), score: range(10), runs: someOf(runs) };

testFields('the explorer', known, {
  criterion: fc.constantFrom('', 'clear'),
  metric: fc.constantFrom('', 'pacc', 'cmr'),
  run: fc.constantFrom('', ...runs),
  slice: fc.dictionary(fc.constantFrom('split', 'other'), typed(30)).map(sliceText),
  against: fc.oneof(
    fc.constant({ run: '', side: 'above' as const }),
    fc.record({ run: fc.constantFrom(...runs), side: fc.constantFrom('above', 'level') }),
  ),
  critique: fc.oneof(
    fc.record({ of: fc.constant('critique' as const), ...texts, part: id }),
    fc.record({ of: fc.constantFrom(...LENGTH_MEASURES), ...texts, part: id }),
    fc.record({ of: fc.constantFrom('given', 'distance', 'right'), ...texts, part: typed(30) }),
  ),
  pair: fc.oneof(
    fc.constant({ kind: 'any' as const, before: null, after: null, biasType: '' }),
    fc.record({ kind: fc.constant('scored' as const), before: end(999), after: end(999), biasType: id }),
    fc.record({
      kind: fc.constant('unscored' as const),
      before: fc.constant(null),
      after: fc.constant(null),
      biasType: id,
    }),
  ),
  said: fc.record({ gold: fc.constantFrom('', 'a', 'tie', 'both_bad'), verdict: fc.constantFrom('', ...SAYINGS) }),
  conflict: fc.constantFrom({ criterion: '', other: '' }, { criterion: 'clear', other: 'kind' }),
  outcome: fc.uniqueArray(fc.constantFrom(...CASE_OUTCOMES)),
  parse: someOf(STATUSES),
  right: someOf(runs),
  wrong: someOf(runs),
  length: range(999_999_999),
  words: typed(200),
  sort: sortOf(sortColumns(choices)),
  task: someOf(['a', 'b, c', '', '~', '100%']),
  'attribute-sort': someOf(['x', 'y']),
});

test('every value of a facet survives the URL', () => {
  const field = fields.facets['task'];
  for (const value of choices.facets[0]?.values ?? []) {
    const query = new URLSearchParams({ task: field?.serialize([value]) ?? '' });
    expect(asked(`?${query}`).facets['task']).toEqual([value]);
  }
  const all = choices.facets[0]?.values ?? [];
  expect(field?.read(field.serialize(all)).value).toEqual(all);
});

test('a facet named like a parameter of the page has a name of its own', () => {
  const { state, facets } = asked('?attribute-sort=y&sort=-right,sort');
  expect(facets['attribute-sort']).toEqual(['y']);
  expect(state.sort).toEqual([
    { column: 'right', descending: true },
    { column: 'sort', descending: false },
  ]);
  expect(filterOf(choices, { state, facets }).facets).toEqual({ task: [], sort: ['y'] });
});

test.each([
  ['?right=r1&wrong=r2&length=10-&words=two%20words', []],
  ['?right=r9,r1', ['right']],
  [
    '?length=abc&metric=halo&slice=x&parse=lost&criterion=dull&task=zzz&colour=red',
    ['length', 'metric', 'slice', 'parse', 'criterion', 'task', 'colour'],
  ],
  // Who types another last end passes through ranges that hold nothing.
  ['?length=500-100', []],
  ['?critique=300-100', []],
  ['?critique=;4-1', []],
])('%s: what cannot be used is named and cleaned away', (search, bad) => {
  expect(ignoredParameters(search, known).map(({ name }) => name)).toEqual(bad);
  expect(ignoredParameters(cleanSearch(search, known), known)).toEqual([]);
  expect(() => asked(search)).not.toThrow();
});

test('a cell of a leaderboard leads to the cases that cost it points', () => {
  const search = exploreSearch({
    metric: 'pacc',
    run: 'r1',
    slice: sliceText({ split: 'open=ended', conflict: 'yes' }),
  });
  const { state } = asked(search);
  expect(state).toMatchObject({ metric: 'pacc', run: 'r1', slice: 'split=open%3Dended;conflict=yes' });
  expect(ignoredParameters(search, known)).toEqual([]);
  const [chip] = chipsOf({ choices, state, facets: {} });
  expect(chip?.words).toBe('R1 lost points: PAcc, split open=ended, conflict yes');
  expect(chip?.state).toEqual({ metric: '', run: '', slice: '', against: { run: '', side: 'above' } });
});
