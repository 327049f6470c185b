import { expect, test } from 'vitest';
import type { Estimated } from '../../src/figures/kit/estimated.ts';
import { rankedPairs } from '../../src/figures/kit/pair-words.ts';
import type { Pair } from '../../src/figures/kit/pairs.ts';
import { conflictsTakeaway, leakageTakeaway } from '../../src/figures/kit/takeaways.ts';

const estimated = (value: number | null): Estimated => ({
  value,
  lo: null,
  hi: null,
  n: 10,
  clusters: 10,
  reason: 'too few',
});
const criteria = [
  { id: 'x', label: 'Ex' },
  { id: 'y', label: 'Why' },
  { id: 'z', label: 'Zed' },
];

test('a line per split names where people pull apart most; a split without a value is left out', () => {
  const cell = { criterion: 'x', n: 10, conflicts: 4, noPhi: '', matched: estimated(0.5) };
  const cells = [
    { ...cell, other: 'y', phi: 0.2 },
    { ...cell, other: 'z', phi: -0.3 },
  ];
  const panel = { id: 'one', label: 'One', criteria, cells, whole: estimated(0.625) };
  const nothing = { ...panel, id: 'two', label: 'Two', whole: estimated(null) };
  expect(conflictsTakeaway({ run: 'a', label: 'Judge A', panels: [panel, nothing] })).toBe(
    'One: people pull apart most on Ex and Zed (φ −0.30); Judge A is right on both in 62.5 % of conflicts.',
  );
});

test('the strongest leak is named; a judge without answers says nothing', () => {
  const panel = (values: readonly (number | null)[]) => ({
    ...{ id: '', label: 'All', criteria, whole: estimated(0.1) },
    cells: values.map((value, i) => ({ criterion: 'x', other: i === 0 ? 'y' : 'z', leaked: estimated(value) })),
  });
  const said = (values: readonly (number | null)[]): string =>
    leakageTakeaway({ run: 'a', label: 'A', panels: [panel(values)] });
  expect(said([0.4, 0.1])).toMatch(/when asked for Ex, answered as Why \(40\.0\s%/);
  expect(said([null, 0.1])).toMatch(/answered as Zed \(10\.0\s%/);
  expect(said([null, null])).toBe('');
});

test('pairs of rows stand in the order of their statistic, those without one last', () => {
  const pair = (value: number | null): Pair => ({
    ...{ n: 5, left: 0, reason: '' },
    statistic: value === null ? null : { value, lo: null, hi: null },
  });
  const ranked = rankedPairs(['a', 'b', 'c'], [pair(null), pair(-0.5), pair(0.5)]);
  expect(ranked.map(({ one, other }) => one + other)).toEqual(['bc', 'ac', 'ab']);
});
