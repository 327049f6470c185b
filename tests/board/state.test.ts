import { describe, expect, test } from 'vitest';
import { type BoardState, boardFields, defaultState } from '../../src/board/state.ts';
import { cleanSearch, ignoredParameters } from '../../src/ui/field.ts';
import { parserOf } from '../../src/ui/parser.ts';
import { board, cell, column, judge } from './fixture.ts';

const plain = board(
  [column('pacc'), column('tos'), column('clarity')],
  [
    judge('gpt-4o', { pacc: cell('31.44') }, { access: 'proprietary' }),
    judge('o3', { pacc: cell('31.10') }, { access: 'proprietary' }),
    judge('molmo-7b', { pacc: cell('17.06') }, { access: 'open' }),
    judge('avg', { pacc: cell('20') }, { kind: 'total', access: null }),
  ],
);
const fields = boardFields({ ...plain, switches: [{ id: 'missing' }, { id: 'zeros' }] });

/** Everything that a URL can say of a board, each parameter with several values. */
const VALUES: { readonly [K in keyof BoardState]: readonly BoardState[K][] } = {
  sort: [
    [],
    [{ column: 'pacc', descending: true }],
    [
      { column: 'tos', descending: false },
      { column: 'judge', descending: true },
    ],
  ],
  access: [[], ['open'], ['open', 'proprietary']],
  thinking: ['any', 'yes', 'no'],
  q: ['', 'gpt', 'a & b = c, 100 %', 'Ω 判'],
  hide: [[], ['tos'], ['clarity', 'pacc']],
  left: [[], ['clarity']],
  pin: [[], ['o3', 'gpt-4o']],
  base: ['', 'o3'],
  heat: ['on', 'off'],
  lines: ['on', 'off'],
  missing: ['left-out', 'wrong'],
  zeros: ['none', 'official'],
};

describe('every parameter survives the trip through a URL', () => {
  test.each(Object.keys(VALUES) as (keyof BoardState)[])('%s', (name) => {
    const field = fields[name] as {
      read: (raw: string) => { value: unknown; rejected: readonly string[] };
      write: (value: unknown) => string;
    };
    for (const value of VALUES[name]) {
      const written = new URLSearchParams({ [name]: field.write(value) });
      const raw = new URLSearchParams(written.toString()).get(name) ?? '';
      const empty = Array.isArray(value) && value.length === 0 && name !== 'sort';
      expect(field.read(raw).value).toEqual(empty ? null : value);
    }
  });

  test('as nuqs parsers too, with the default where nothing can be read', () => {
    const sort = parserOf(fields.sort);
    expect(sort.parse('-tos,judge')).toEqual([
      { column: 'tos', descending: true },
      { column: 'judge', descending: false },
    ]);
    expect(sort.parse('nonsense')).toBeNull();
    expect(sort.defaultValue).toEqual([{ column: 'pacc', descending: true }]);
    expect(sort.eq([{ column: 'pacc', descending: true }], sort.defaultValue)).toBe(true);
  });
});

test('the default state is the table’s own: its sort, nothing hidden, no baseline', () => {
  expect(defaultState(fields)).toEqual({
    sort: [{ column: 'pacc', descending: true }],
    access: [],
    thinking: 'any',
    q: '',
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
