import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseFields } from '../../src/case/state.ts';
import { caseHref } from '../../src/explore/case-address.ts';
import { cleanSearch, ignoredParameters, readSearch } from '../../src/ui/field.ts';
import { someOf, testFields, typed } from '../url.ts';

const FIELDS = caseFields({
  runs: ['a', 'b', 'c', 'd', 'e'],
  parts: ['logic', 'critique.b'],
  conditions: ['blur'],
  repeats: ['0', '1'],
});

testFields('a case', FIELDS, {
  id: typed(256),
  list: fc.oneof(
    fc.constant(''),
    typed(200).map((text) => `?${text}`),
  ),
  judges: someOf(['a', 'b', 'c', 'd', 'e'], 4),
  criterion: fc.constantFrom('', 'logic', 'critique.b'),
  view: fc.constantFrom('text', 'formatted', 'raw'),
  side: fc.constantFrom('both', 'before', 'after'),
  condition: fc.constantFrom('', 'blur'),
  repeat: fc.constantFrom('', '0', '1'),
  order: fc.constantFrom('ab', 'ba'),
  diff: fc.constantFrom('on', 'off'),
  vote: fc.constantFrom('', 'blind'),
});

test('a link to a case says which, in which list, and whose rationales', () => {
  const address = caseHref('made', { id: 'ä b/c?&=', list: '?task=math&words=left+of', judges: ['b', 'a'] });
  const { pathname, search } = new URL(address, 'http://host');
  expect(pathname).toBe('/made/case/');
  expect(readSearch(FIELDS, search)).toMatchObject({
    id: 'ä b/c?&=',
    list: '?task=math&words=left+of',
    judges: ['b', 'a'],
  });
});

test('unknown names, unknown values, a fifth judge and a list that is none are rejected by name', () => {
  const search = '?id=x&judges=a,b,c,d,e,nobody&criterion=beauty&colour=red&list=task&view=raw&view=text';
  expect(ignoredParameters(search, FIELDS)).toEqual([
    { name: 'judges', kind: 'broken', pieces: ['nobody'] },
    { name: 'judges', kind: 'surplus', pieces: ['e'] },
    { name: 'criterion', kind: 'broken', pieces: ['beauty'] },
    { name: 'colour', kind: 'unknown', pieces: [] },
    { name: 'list', kind: 'broken', pieces: ['task'] },
    { name: 'view', kind: 'repeated', pieces: ['text'] },
  ]);
  expect(cleanSearch(search, FIELDS)).toBe('?id=x&judges=a,b,c,d&view=raw');
});
