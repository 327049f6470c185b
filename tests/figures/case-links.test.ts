import { expect, test } from 'vitest';
import { betterHref, compareHref, verdictHref } from '../../src/figures/kit/case-figure.ts';

const links = { choices: { benchmark: 'made', runs: [] }, scope: { facets: { difficulty: ['hard'], split: [] } } };
const queryOf = (address: string): Record<string, string> => {
  const { pathname, searchParams } = new URL(address, 'http://host');
  expect(pathname).toBe('/made/explore/');
  return Object.fromEntries(searchParams);
};

test('a cell of two judges asks the explorer for its row ahead of its column, among the selected cases', () => {
  expect(queryOf(betterHref(links, { metric: 'criterion_accuracy', run: 'one', other: 'other' }))).toEqual({
    metric: 'criterion_accuracy',
    run: 'one',
    against: 'other',
    difficulty: 'hard',
  });
});

test('a cell of shared errors asks for both wrong, a band of cases for its outcome', () => {
  expect(queryOf(verdictHref(links, { wrong: ['one', 'other'] }))).toEqual({ wrong: 'one,other', difficulty: 'hard' });
  expect(queryOf(verdictHref({ ...links, scope: {} }, { outcome: ['right'] }))).toEqual({ outcome: 'right' });
});

test('two judges are compared on the page of the site, own ones in the fragment of their own, which no browser sends', () => {
  const at = (benchmark: string) => new URL(compareHref({ benchmark }, 'one', 'yours-two'), 'http://host/');
  expect(at('made')).toMatchObject({ pathname: '/compare/', search: '?judges=one,yours-two', hash: '' });
  expect(at('your-results/#/k3v9/1')).toMatchObject({
    pathname: '/your-results/',
    search: '',
    hash: '#/k3v9/1/compare/?judges=one,yours-two',
  });
});
