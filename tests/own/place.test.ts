import { expect, test } from 'vitest';
import { casesName, newSet, ownPlaceIn, pathOf } from '../../src/own/use-own.ts';

test('a place is written as it is read, whatever a set of files is called', () => {
  for (const set of ['k3v9x0qa', 'gpt4o on GenAI-Bench; o3', 'a/b #?%'])
    for (const page of ['/', '/explore/', '/figures/length/', '/pairwise-open/']) {
      const place = { set, result: 2, page };
      expect(ownPlaceIn(pathOf(place))).toEqual(place);
    }
  for (const set of ['k3', '']) {
    const place = { set, result: 0, page: '/' };
    expect(ownPlaceIn(pathOf(place))).toEqual(place);
  }
  expect(pathOf({ set: '', result: 0, page: '/' })).toBe('/');
});

test('an address that names nothing, or nothing that can be read, is no place', () => {
  for (const path of ['', '/']) expect(ownPlaceIn(path)).toEqual({ set: '', result: 0, page: '/' });
  expect(ownPlaceIn('/%E0%A4%A/1/')).toEqual({ set: '%E0%A4%A', result: 1, page: '/' });
});

test('all that is made of the name of cases lies in the fragment, and the name of files says nothing of them', () => {
  const { pathname, hash } = new URL(`/${casesName({ set: 'a b', result: 1 })}/case/?id=x`, 'https://here.example');
  expect([pathname, hash]).toEqual(['/your-results/', '#/a%20b/1/case/?id=x']);
  expect(newSet()).toMatch(/^[a-z0-9]{8}$/);
  expect(newSet()).not.toBe(newSet());
});
