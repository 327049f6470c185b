import { expect, test } from 'vitest';
import type { BoardCell } from '../../../src/schema/board.ts';
import { profileOf, testedWords } from '../../../src/site/judge/profile.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const measured = (value: number, best: number | null, worst = 4): BoardCell =>
  cell(String(value), {
    interval: { lo: value - 5, hi: value + 5, kind: 'wilson', basis: '' },
    rank: best === null ? null : { best, worst, couldBeFirst: best === 1, tier: 1 },
  });
/** What is said of judge a, in a column x of five judges: one worse and one better than a, one that is not told apart and one without a test. */
function wordsOf(own: BoardCell): string {
  const rows = [
    row('a', { x: own, y: measured(1, 1, 1) }),
    row('b', { x: measured(70, 1, 3), y: measured(2, 1, 1) }),
    row('c', { x: measured(59, 2, 4) }),
    row('d', { x: measured(20, 4, 5) }),
    row('e', { x: measured(40, null) }),
  ];
  const columns = [column('x', { label: 'PAcc' }), column('y', { label: 'TOS' })];
  return testedWords(profileOf([board(columns, rows)], 'demo', 'a'));
}

test('a judge is told whom the tests set it above, in the column that ranks; who is not tested does not count', () => {
  expect([measured(60, 2), measured(60, 1, 3), measured(60, null)].map(wordsOf)).toEqual([
    'Significantly better than 1 of 3 judges in PAcc (Demo).',
    'Significantly better than 2 of 3 judges in PAcc (Demo).',
    'Not tested against other judges.',
  ]);
});
