import { expect, test } from 'vitest';
import { choiceField, ignoredParameters, listField, readSearch } from '../../src/ui/field.ts';
import { ignoredWords } from '../../src/ui/IgnoredNotice.tsx';
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

const fields = { judges: listField(['a', 'b', 'c', 'd'], 2), by: listField(['x']) };
const said = (search: string) => ignoredParameters(search, fields).map(ignoredWords);

test('what the address holds in vain is named with its reason: not known, too much, twice, or no setting at all', () => {
  expect(said('?judges=a,b')).toEqual([]);
  expect(said('?judges=a,z')).toEqual(['judges: “z” is not known here']);
  expect(said('?judges=a,b,c,d')).toEqual(['judges: more than this page can show; “c”, “d” were left out']);
  expect(said('?judges=a,b,a')).toEqual(['judges: “a” is named twice, and counted once']);
  expect(said('?by=x&by=y')).toEqual(['by is given more than once; “y” was left out']);
  expect(said('?view=1')).toEqual(['“view” is not a setting of this page']);
});

test('a parameter without a value is no fault', () => {
  expect(said('?judges=&by=')).toEqual([]);
  expect(said('?judges=a,,b,')).toEqual([]);
});

test('an address of any length is told in a line', () => {
  const long = 'x'.repeat(5000);
  const many = Array.from({ length: 200 }, (_, i) => `z${i}`).join();
  expect(said(`?judges=${long}`)).toEqual([`judges: “${'x'.repeat(60)}…” is not known here`]);
  expect(said(`?judges=${many}`)).toEqual(['judges: “z0”, “z1”, “z2”, “z3”, 196 more are not known here']);
  expect(said(`?${long}=1`)).toEqual([`“${'x'.repeat(60)}…” is not a setting of this page`]);
});
