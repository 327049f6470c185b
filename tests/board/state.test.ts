import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardFields } from '../../src/board/state.ts';
import { cleanSearch, ignoredParameters, readSearch, writeSearch } from '../../src/ui/field.ts';
import { someOf, sortOf, testFields, typed } from '../url.ts';
import { board, cell, column, judge } from './fixture.ts';

const plain = board(
  [column('pacc'), column('tos'), column('clarity')],
  [
    judge('gpt-4o', { pacc: cell('31.44') }, { access: 'proprietary' }),
    judge('o3', { pacc: cell('31.10') }, { access: 'proprietary', facts: ['recent'] }),
    judge('molmo-7b', { pacc: cell('17.06') }, { access: 'open', facts: ['open-licence', 'small'] }),
    judge('avg', { pacc: cell('20') }, { kind: 'total', access: null }),
  ],
);
const fields = boardFields({ ...plain, switches: [{ id: 'missing' }, { id: 'zeros' }] });

const COLUMNS = ['pacc', 'tos', 'clarity'];
const ROWS = ['gpt-4o', 'o3', 'molmo-7b'];

testFields('a board', fields, {
  sort: sortOf([...COLUMNS, 'judge']),
  access: someOf(['proprietary', 'open']),
  fact: someOf(['recent', 'open-licence', 'small']),
  thinking: fc.constantFrom('any', 'yes', 'no'),
  q: typed(80),
  release: typed(80),
  hide: someOf(COLUMNS),
  left: someOf(COLUMNS),
  pin: someOf(ROWS),
  base: fc.constantFrom('', ...ROWS),
  heat: fc.constantFrom('on', 'off'),
  lines: fc.constantFrom('on', 'off'),
  missing: fc.constantFrom('left-out', 'wrong'),
  zeros: fc.constantFrom('none', 'official'),
});

test('no order but the printed one has a word of its own, since the default is another', () => {
  expect(writeSearch(fields, { sort: [] })).toBe('?sort=printed');
  expect(readSearch(fields, '?sort=printed').sort).toEqual([]);
});

test('the default state is the table’s own: its sort, nothing hidden, no baseline', () => {
  expect(readSearch(fields, '')).toEqual({
    sort: [{ column: 'pacc', descending: true }],
    access: [],
    fact: [],
    thinking: 'any',
    q: '',
    release: '',
    hide: [],
    left: [],
    pin: [],
    base: '',
    heat: 'on',
    lines: 'on',
    missing: 'left-out',
    zeros: 'none',
  });
});

describe('what cannot be used', () => {
  test('is named piece by piece, and the sound pieces are kept', () => {
    expect(fields.hide.read('tos,nope,clarity')).toEqual({ value: ['tos', 'clarity'], rejected: ['nope'] });
    expect(fields.sort.read('-tos,tos,bogus')).toEqual({
      value: [{ column: 'tos', descending: true }],
      rejected: ['tos', 'bogus'],
    });
    expect(fields.access.read('human')).toEqual({ value: null, rejected: ['human'] });
    expect(fields.base.read('avg')).toEqual({ value: null, rejected: ['avg'] });
    expect(fields.q.read('x'.repeat(81)).value).toBeNull();
    expect(fields.pin.read('').value).toBeNull();
  });

  test('a switch that changes nothing on the board is no setting of it', () => {
    expect(boardFields(plain).missing.read('wrong')).toEqual({ value: null, rejected: ['wrong'] });
    expect(boardFields({ ...plain, switches: [{ id: 'missing' }] }).zeros.read('official').value).toBeNull();
  });

  test('is found in a query: unknown, broken, repeated; prototype names are not parameters', () => {
    const ignored = ignoredParameters(
      '?sort=-tos&colour=red&hide=nope&heat=off&heat=on&constructor=1&__proto__=2',
      fields,
    );
    expect(ignored).toEqual([
      { name: 'colour', kind: 'unknown', pieces: [] },
      { name: 'hide', kind: 'broken', pieces: ['nope'] },
      { name: 'heat', kind: 'repeated', pieces: ['on'] },
      { name: 'constructor', kind: 'unknown', pieces: [] },
      { name: '__proto__', kind: 'unknown', pieces: [] },
    ]);
    expect(ignoredParameters('', fields)).toEqual([]);
    expect(ignoredParameters('?%E0%A4%A=1&&=', fields).every((one) => one.kind === 'unknown')).toBe(true);
  });

  test('is what cleaning takes away, and nothing else', () => {
    expect(cleanSearch('?sort=-tos,bogus&colour=red&hide=nope&heat=off&heat=on&pin=o3,nobody', fields)).toBe(
      '?sort=-tos&heat=off&pin=o3',
    );
    expect(cleanSearch('?colour=red', fields)).toBe('');
    expect(cleanSearch('?q=a%2Cb', fields)).toBe('?q=a,b');
  });
});
