import { expect, test } from 'vitest';
import { stripOf } from '../../src/board/strip.ts';
import type { ReferenceLine } from '../../src/schema/board.ts';
import { cell, column, row } from './boards.ts';

const x = column('x', { decimals: 1 });
const rows = (values: Record<string, string>) =>
  Object.entries(values).map(([id, value]) => row(id, { x: cell(value) }));
const reference = (label: string, at: number): ReferenceLine => ({
  id: label,
  label,
  about: '',
  values: { x: { lo: at, hi: at, basis: '' } },
});

test('judges lie between the worst and the best value, better ones further right, also where less is better', () => {
  const up = stripOf({ column: x, rows: rows({ a: '10', b: '30', c: '20' }), references: [] });
  expect(up?.dots.map(({ row, at }) => [row.id, at])).toEqual([
    ['b', 100],
    ['c', 50],
    ['a', 0],
  ]);
  expect(up?.ends).toEqual(['10.0', '30.0']);
  const down = stripOf({
    column: column('x', { direction: 'lower' }),
    rows: rows({ a: '10', b: '30', c: '20' }),
    references: [],
  });
  expect(down?.dots.map(({ row, at }) => [row.id, at])).toEqual([
    ['a', 100],
    ['c', 50],
    ['b', 0],
  ]);
});

test('close judges lie one above the other, distant ones on the line', () => {
  const strip = stripOf({ column: x, rows: rows({ a: '0', b: '1', c: '2', d: '100' }), references: [] });
  expect(Object.fromEntries(strip?.dots.map(({ row, level }) => [row.id, level]) ?? [])).toEqual({
    a: 0,
    b: 1,
    c: 2,
    d: 0,
  });
  expect(strip?.levels).toBe(3);
});

test('many equal judges keep the height', () => {
  const many = rows({ z: '5', ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`r${i}`, '1'])) });
  expect(stripOf({ column: x, rows: many, references: [] })?.levels).toBe(6);
});

test('an interval reaches no further than the strip; what a judge says holds value, interval and rank', () => {
  const best = cell('**30**', {
    value: 30,
    interval: { lo: 5, hi: 40, kind: 'wilson', basis: '' },
    rank: { best: 1, worst: 2, couldBeFirst: true, tier: 1 },
  });
  const strip = stripOf({ column: x, rows: [row('a', { x: best }), row('b', { x: cell('10') })], references: [] });
  expect(strip?.dots[0]).toMatchObject({ from: 0, to: 100, first: true, words: 'a: 30, 5.0 to 40.0, rank 1–2' });
});

test('doubtful values, programs and statistics are no judges; one value alone is no strip', () => {
  const doubtful = [
    row('a', { x: cell('10') }),
    row('b', { x: cell('30', { status: 'suspect' }) }),
    row('c', { x: cell('40') }, { access: 'program' }),
    row('d', { x: cell('50') }, { kind: 'statistic' }),
  ];
  expect(stripOf({ column: x, rows: doubtful, references: [] })).toBeNull();
  // Where only programs are measured they are the judges.
  const programs = doubtful.map((line) => ({ ...line, access: 'program' as const }));
  expect(stripOf({ column: x, rows: programs, references: [] })?.dots.map((d) => d.row.id)).toEqual(['c', 'a']);
  expect(
    stripOf({ column: x, rows: [...doubtful, ...rows({ e: '20' })], references: [] })?.dots.map((d) => d.row.id),
  ).toEqual(['e', 'a']);
});

test('trivial judges that are close share a line; those outside are left out', () => {
  const references = [
    reference('Coin flip', 50),
    reference('Random votes', 50.5),
    reference('Best', 80),
    reference('Far', 120),
  ];
  expect(stripOf({ column: x, rows: rows({ a: '0', b: '100' }), references })?.trivial).toEqual([
    { label: 'Coin flip, random votes', at: 50 },
    { label: 'Best', at: 80 },
  ]);
});
