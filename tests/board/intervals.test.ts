import { expect, test } from 'vitest';
import { intervalsOf } from '../../src/board/strip.ts';
import type { RankInterval, ReferenceLine } from '../../src/schema/board.ts';
import { board, cell, column, row } from './boards.ts';

const rank = (tier: number): RankInterval => ({ best: tier, worst: tier, couldBeFirst: tier === 1, tier });
const measured = (value: number, tier: number) =>
  cell(String(value), { interval: { lo: value - 10, hi: value + 10, kind: 'wilson', basis: '' }, rank: rank(tier) });
const coin: ReferenceLine = { id: 'coin', label: 'Coin flip', about: '', values: { x: { lo: 30, hi: 30, basis: '' } } };
const rows = [
  row('a', { x: measured(20, 2) }),
  row('b', { x: measured(50, 1) }),
  row('c', { x: cell('40', { rank: rank(1) }) }),
];

test('judges from the best to the worst, the drawing holds every interval, tie groups alternate', () => {
  const drawn = intervalsOf(board([column('x')], rows, { references: [coin] }));
  expect(drawn?.judges.map(({ dot, at, lo, hi, even }) => [dot.row.id, at, lo, hi, even])).toEqual([
    ['b', 80, 60, 100, false],
    ['c', 60, 60, 60, false],
    ['a', 20, 0, 40, true],
  ]);
  expect(drawn?.ticks.map(({ label }) => label)).toEqual(['20', '40', '60']);
  expect(drawn?.trivial).toEqual([{ label: 'Coin flip', at: 40 }]);
});

test('where less is better the best is still on top', () => {
  const drawn = intervalsOf(board([column('x', { direction: 'lower' })], rows));
  expect(drawn?.judges.map(({ dot, at, lo, hi }) => [dot.row.id, at, lo, hi])).toEqual([
    ['a', 80, 60, 100],
    ['c', 40, 40, 40],
    ['b', 20, 0, 40],
  ]);
});

test('two hundred judges: the first sixty are drawn, and it says how many are not', () => {
  const many = Array.from({ length: 200 }, (_, i) => row(`r${i}`, { x: measured(i, 1) }));
  const drawn = intervalsOf(board([column('x')], many));
  expect([drawn?.judges.length, drawn?.left]).toEqual([60, 140]);
});

test('tables of comparisons, boards without an order and a single value are not drawn', () => {
  expect(intervalsOf(board([column('x')], rows, { kind: 'comparison' }))).toBeNull();
  expect(intervalsOf(board([column('x')], rows, { sort: null }))).toBeNull();
  expect(intervalsOf(board([column('x')], rows.slice(0, 1)))).toBeNull();
});
