import { expect, test } from 'vitest';
import { intervalsOf, lineNames, namesOn, stripEnds, stripNames, stripOf } from '../../src/board/strip.ts';
import type { RankInterval, ReferenceLine } from '../../src/schema/board.ts';
import { board, cell, column, row } from './boards.ts';

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

const spread = (texts: readonly string[]) => texts.map((text, i) => ({ text, at: (100 * (i + 0.5)) / texts.length }));
const shown = (names: ReturnType<typeof stripNames>, from: number) =>
  names.filter((name) => name.from <= from).map(({ text }) => text);

test('the first and the last judge have their names on the narrowest strip, others where it is wide enough', () => {
  const texts = Array.from({ length: 20 }, (_, i) => `Judge number ${i}`);
  const names = stripNames(spread(texts));
  expect(shown(names, 0)).toEqual(['Judge number 0', 'Judge number 19']);
  const counts = [0, 1, 2, 3, 4].map((from) => shown(names, from).length);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBeGreaterThan(6);
  // None leaves the strip, and what is shown on a narrow one is shown on a wide one.
  expect(names[0]?.anchor).toBe('start');
  expect(names.at(-1)?.anchor).toBe('end');
});

test('nothing between the ends is named before both ends are', () => {
  const long = 'A judge whose name is nearly as long as a phone is wide';
  const names = stripNames(spread([long, 'o3', 'o1', 'Other']), 360);
  expect(shown(names, 0)).toEqual(['Other']);
  expect(names.map(({ text, from }) => [text, from])).not.toContainEqual(['o3', 0]);
  expect(stripNames([])).toEqual([]);
  expect(stripNames(spread(['Alone'])).map(({ text }) => text)).toEqual(['Alone']);
});

test('a strip that stays narrow names no more judges in a wide window', () => {
  const texts = Array.from({ length: 4 }, (_, i) => `A judge with a long name ${i}`);
  expect(stripNames(spread(texts), 360).length).toBeLessThan(stripNames(spread(texts)).length);
});

test('settings of one judge have names of their own; equal values share an end', () => {
  const rows = [
    row('a', { x: cell('10') }, { name: 'Twice', thinking: true }),
    row('b', { x: cell('9') }, { name: 'Twice', thinking: false }),
    row('c', { x: cell('1') }, { name: 'C' }),
    row('d', { x: cell('1') }, { name: 'D' }),
  ];
  const strip = stripOf({ column: column('x'), rows, references: [] });
  expect(strip && namesOn(strip.dots)).toEqual(['Twice, thinking', 'Twice, not thinking', 'C', 'D']);
  expect(strip && stripEnds(strip)).toEqual(['C, D', 'Twice, thinking']);
  const more = stripOf({ column: column('x'), rows: [...rows, row('e', { x: cell('1') })], references: [] });
  expect(more && stripEnds(more)[0]).toBe('3 judges');
});

const rank = (tier: number): RankInterval => ({ best: tier, worst: tier, couldBeFirst: tier === 1, tier });
const measured = (value: number, tier: number) =>
  cell(String(value), { interval: { lo: value - 10, hi: value + 10, kind: 'wilson', basis: '' }, rank: rank(tier) });
const coin: ReferenceLine = { id: 'coin', label: 'Coin flip', about: '', values: { x: { lo: 30, hi: 30, basis: '' } } };
const measuredRows = [
  row('a', { x: measured(20, 2) }),
  row('b', { x: measured(50, 1) }),
  row('c', { x: cell('40', { rank: rank(1) }) }),
];

test('judges from the best to the worst, the drawing holds every interval, tie groups alternate', () => {
  const drawn = intervalsOf(board([column('x')], measuredRows, { references: [coin] }));
  expect(drawn?.judges.map(({ dot, at, lo, hi, even }) => [dot.row.id, at, lo, hi, even])).toEqual([
    ['b', 80, 60, 100, false],
    ['c', 60, 60, 60, false],
    ['a', 20, 0, 40, true],
  ]);
  expect(drawn?.ticks.map(({ label }) => label)).toEqual(['20', '40', '60']);
  expect(drawn?.trivial).toEqual([{ label: 'Coin flip', at: 40 }]);
});

test('where less is better the best is still on top', () => {
  const drawn = intervalsOf(board([column('x', { direction: 'lower' })], measuredRows));
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
  expect(intervalsOf(board([column('x')], measuredRows, { kind: 'comparison' }))).toBeNull();
  expect(intervalsOf(board([column('x')], measuredRows, { sort: null }))).toBeNull();
  expect(intervalsOf(board([column('x')], measuredRows.slice(0, 1)))).toBeNull();
});

test('each line of a strip has its name at its top, in a row of its own where two would meet', () => {
  const shown = (lines: readonly (readonly [text: string, at: number])[]) =>
    lineNames(lines.map(([text, at]) => ({ text, at }))).map(({ anchor, level }) => [anchor, level]);
  expect(shown([])).toEqual([]);
  // To the left of the line where there is room, else to its right.
  expect(
    shown([
      ['Coin flip', 5],
      ['Always A', 90],
    ]),
  ).toEqual([
    ['start', 0],
    ['end', 0],
  ]);
  expect(
    shown([
      ['Coin flip, random votes', 55],
      ['Always A', 81],
      ['Best constant answer', 84],
    ]),
  ).toEqual([
    ['end', 0],
    ['end', 1],
    ['end', 2],
  ]);
  expect(shown([['A name that is longer than the whole strip is wide on a phone', 70]])).toEqual([['end', 0]]);
});
