import { expect, test } from 'vitest';
import { choiceField, ignoredParameters, listField, readSearch } from '../../src/ui/field.ts';
import { changedSearch } from '../../src/ui/use-url.ts';

const FIELDS = { view: choiceField(['text', 'raw'], 'text'), pin: listField(['a', 'b', 'c'], 2) };

test('what is chosen stands in the address until it is the default again; what the page does not know stays', () => {
  const chosen = changedSearch('?other=1', FIELDS, { view: 'raw', pin: ['b', 'a'] });
  expect(chosen).toBe('?other=1&view=raw&pin=b,a');
  expect(changedSearch(chosen, FIELDS, { view: 'text' })).toBe('?other=1&pin=b,a');
  expect(changedSearch(chosen, FIELDS, { pin: [] })).toBe('?other=1&view=raw');
});

test('of a list that is too long the first are taken, and the rest is told', () => {
  expect(readSearch(FIELDS, '?pin=c,a,b').pin).toEqual(['c', 'a']);
  expect(ignoredParameters('?pin=c,a,b', FIELDS)).toEqual([{ name: 'pin', kind: 'surplus', pieces: ['b'] }]);
});
