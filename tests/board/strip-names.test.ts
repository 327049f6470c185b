import { expect, test } from 'vitest';
import { namesOn, stripEnds, stripNames, stripOf } from '../../src/board/strip.ts';
import { cell, column, row } from './boards.ts';

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
