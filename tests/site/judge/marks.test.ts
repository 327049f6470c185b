import { expect, test } from 'vitest';
import type { BoardCell, ReferenceLine } from '../../../src/schema/board.ts';
import { marksLine, marksWords, profileMarks, profileOf } from '../../../src/site/judge/profile.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const measured = (value: number, best: number | null, worst = 4): BoardCell =>
  cell(String(value), {
    interval: { lo: value - 5, hi: value + 5, kind: 'wilson', basis: '' },
    rank: best === null ? null : { best, worst, couldBeFirst: best === 1, tier: 1 },
  });
const coin = (x: number): ReferenceLine => ({
  ...{ id: 'coin', label: 'Coin flip', about: '' },
  values: { x: { lo: x, hi: x, basis: '' } },
});

/** What is said of judge a, in a column x of five judges: one worse and one better than a, one that is not told apart and one without a test. */
function marksOf(own: BoardCell, more: Parameters<typeof board>[2] = {}) {
  const rows = [
    row('a', { x: own, y: measured(1, 1, 1) }),
    row('b', { x: measured(70, 1, 3), y: measured(2, 1, 1) }),
    row('c', { x: measured(59, 2, 4) }),
    row('d', { x: measured(20, 4, 5) }),
    row('e', { x: measured(40, null) }),
  ];
  const columns = [column('x', { label: 'PAcc' }), column('y', { label: 'TOS' })];
  return profileMarks(profileOf([board(columns, rows, more)], 'demo', 'a'));
}

const words = (...given: Parameters<typeof marksOf>) => marksWords(marksOf(...given));

test('a judge is told whom the tests tell it apart from, in the column that ranks; who is not tested is counted apart', () => {
  expect(words(measured(60, 2))).toEqual([
    'Demo, Main: better than 1 of 3 others in PAcc, worse than 1, 1 not tested.',
  ]);
  expect(words(measured(60, 1, 5))).toEqual([
    'Demo, Main: cannot be told apart from any of 3 others in PAcc, 1 not tested.',
  ]);
  expect(words(measured(60, 4, 5))).toEqual(['Demo, Main: worse than 3 of 3 others in PAcc, 1 not tested.']);
});

test('a trivial judge that is not beaten there is named', () => {
  expect(words(measured(60, 2), { references: [coin(62)] })[0]).toMatch(/not clearly better than coin flip\.$/);
  expect(words(measured(60, 2), { references: [coin(80)] })[0]).toMatch(/, worse than coin flip\.$/);
  expect(words(measured(60, 2), { references: [coin(10)] })[0]).not.toMatch(/coin/);
});

test('one line sums the benchmarks up', () => {
  expect(marksLine(marksOf(measured(60, 2)))).toBe('Significantly better than 1 of 3 judges in PAcc (Demo).');
  expect(marksLine(marksOf(measured(60, null)))).toBe('Not tested against other judges.');
});

test('without a test nobody is counted', () => {
  expect(words(measured(60, null))).toEqual(['Demo: not tested.']);
});
