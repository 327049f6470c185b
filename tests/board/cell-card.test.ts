import { expect, test } from 'vitest';
import { cardWords } from '../../src/board/CellCard.tsx';
import type { BoardFrame } from '../../src/board/look.ts';
import { columnScales, placesAmong } from '../../src/board/standings.ts';
import { coverageWords } from '../../src/board/words.ts';
import { board, cell, column, judge } from './fixture.ts';

const X = column('x', { label: 'Accuracy', group: 'Core', n: 200, decimals: 1 });
const Y = column('y', { n: null });

function frameOf(row: ReturnType<typeof judge>): BoardFrame {
  const own = board([X, Y], [row]);
  return {
    board: own,
    columns: [X, Y],
    left: 0,
    scales: columnScales(own),
    deltas: null,
    heat: true,
    pin: () => {},
    tell: () => {},
  };
}

test('the card of a value says whose it is, its interval, n, rank and what is unusual', () => {
  const row = judge('one', {
    x: cell('50.0', {
      interval: { lo: 40, hi: 60, kind: 'wilson' },
      n: 150,
      status: 'coverage',
      note: 'two files are empty',
      rank: { best: 2, worst: 9, couldBeFirst: false, tier: 1 },
    }),
  });
  expect(cardWords(frameOf(row), row, X)).toEqual({
    title: `${row.name} · Core, Accuracy`,
    value: '50.0',
    sentences: [
      '95 % interval 40.0 to 60.0',
      'n ≤ 150 of 200',
      'rank 2–9',
      'fewer samples scored',
      'two files are empty',
    ],
  });
  expect(cardWords(frameOf(row), row, Y)).toBeNull();
});

test('coverage is said once a row: that of its least covered value, as a bound where only that is known', () => {
  const row = judge('one', {
    x: cell('50.0', { n: 150, status: 'coverage' }),
    y: cell('1.0', { n: 3, status: 'coverage' }),
    z: cell('2.0', { n: 199, status: 'coverage' }),
  });
  const Z = column('z', { n: 200 });
  expect(coverageWords(row, [X, Y, Z], true)).toBe('75\u202f% scored');
  expect(coverageWords(row, [X, Y, Z], false)).toBe('≤\u202f75\u202f% scored');
  expect(coverageWords(row, [Z], true)).toBe('99.5\u202f% scored');
  expect(coverageWords(row, [Y], true)).toBe('');
  expect(coverageWords(judge('whole', { x: cell('50.0', { n: 200 }) }), [X], true)).toBe('');
});

test('places among the rows that filters leave: ties share one, rows without a value have none', () => {
  const rows = ['30.0', '50.0', '50.0', '10.0'].map((text, i) => judge(`j${i}`, { x: cell(text) }));
  const none = judge('none', { x: cell('–', { value: null, status: 'not-scored' }) });
  expect([...placesAmong([...rows.slice(0, 3), none], X)]).toEqual([
    ['j0', 3],
    ['j1', 1],
    ['j2', 1],
  ]);
  const lower = { ...X, direction: 'lower' as const };
  expect(placesAmong(rows, lower).get('j3')).toBe(1);
});
