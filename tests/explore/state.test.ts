import { expect, test } from 'vitest';
import type { Choices } from '../../src/cases/choices.ts';
import { exploreFields, filterOf, lossSearch, readExplore, writeExplore } from '../../src/explore/state.ts';
import { chipsOf } from '../../src/explore/words.ts';
import { cleanSearch, ignoredParameters } from '../../src/ui/field.ts';

const choices: Choices = {
  benchmark: 'b',
  name: 'B',
  synthetic: false,
  licence: '',
  release: '0123456789ab',
  cases: 3,
  facets: [
    { name: 'task', label: 'Task', values: ['a', 'b, c', '', '~', '100%'] },
    { name: 'sort', label: 'Sort', values: ['x', 'y'] },
  ],
  runs: [
    { run: 'r1', label: 'R1' },
    { run: 'r2', label: 'R2' },
  ],
  criteria: [{ id: 'clear', label: 'Clear' }],
  labels: {},
  words: true,
};
const fields = exploreFields(choices);
const known = { ...fields.facets, ...fields.fixed };

test('every value of a facet survives the URL', () => {
  const field = fields.facets['task'];
  for (const value of choices.facets[0]?.values ?? []) {
    const query = new URLSearchParams({ task: field?.write([value]) ?? '' });
    expect(readExplore(fields, `?${query}`).facets['task']).toEqual([value]);
  }
  const all = choices.facets[0]?.values ?? [];
  expect(field?.read(field.write(all)).value).toEqual(all);
});

test('a facet named like a parameter of the page has a name of its own', () => {
  const { state, facets } = readExplore(fields, '?attribute-sort=y&sort=-right,sort');
  expect(facets['attribute-sort']).toEqual(['y']);
  expect(state.sort).toEqual([
    { column: 'right', descending: true },
    { column: 'sort', descending: false },
  ]);
  expect(filterOf(choices, state, facets, false).facets).toEqual({ task: [], sort: ['y'] });
});

test.each([
  ['?right=r1&wrong=r2&length=10-&words=two%20words', []],
  ['?right=r9,r1', ['right']],
  [
    '?length=abc&metric=halo&slice=x&parse=lost&criterion=dull&task=zzz&colour=red',
    ['length', 'metric', 'slice', 'parse', 'criterion', 'task', 'colour'],
  ],
])('%s: what cannot be used is named and cleaned away', (search, bad) => {
  expect(ignoredParameters(search, known).map(({ name }) => name)).toEqual(bad);
  expect(ignoredParameters(cleanSearch(search, known), known)).toEqual([]);
  expect(() => readExplore(fields, search)).not.toThrow();
});

test('a cell of a leaderboard leads to the cases that cost it points', () => {
  const search = lossSearch('pacc', 'r1', { split: 'open=ended', conflict: 'yes' });
  const { state } = readExplore(fields, search);
  expect(state).toMatchObject({ metric: 'pacc', run: 'r1', slice: 'split=open%3Dended;conflict=yes' });
  expect(ignoredParameters(search, known)).toEqual([]);
  const [chip] = chipsOf(choices, state, {});
  expect(chip?.words).toBe('cost R1 points under PAcc (split open=ended, conflict yes)');
  expect(chip?.state).toEqual({ metric: '', run: '', slice: '', against: { run: '', side: 'above' } });
});

test.each([
  '',
  '?right=r1',
  '?metric=cmr&run=r2&slice=split%3Dx&outcome=right%2Cmixed&length=10-20&words=two+words&sort=-right%2Ccase&task=%7E%2C100%2525',
])('a state is written as it was read: %s', (search) => {
  const { state, facets } = readExplore(fields, search);
  const written = new URLSearchParams(writeExplore(fields, state, facets));
  expect([...written].sort()).toEqual([...new URLSearchParams(search)].sort());
});
