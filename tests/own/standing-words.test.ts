import { expect, test } from 'vitest';
import { OWN_PREFIX } from '../../src/own/intake/standing.ts';
import { judgedWords, ownStandings } from '../../src/own/standing-words.ts';
import { board, cell, column, row } from '../board/boards.ts';

const own = `${OWN_PREFIX}mine`;

/** One's own run at 50 of so many cases, below two settings of one judge. */
function standing(n: number, half: number) {
  const x = column('x', { unit: 'percent', decimals: 1 });
  const rows = [
    row('g', { x: cell('90') }, { judge: 'g', name: 'Gemini' }),
    row('g-1', { x: cell('80') }, { judge: 'g', name: 'Gemini', variant: '1-shot' }),
    row(own, { x: cell('50', { n, interval: { lo: 50 - half, hi: 50 + half, kind: 'wilson', basis: '' } }) }),
  ];
  const against = (place: number, by: number) => [place, 2, by, null, true, 100, 100, ''] as const;
  const pairs = { x: [against(0, 40), against(1, 30)] };
  const one = board([x], rows, {
    settings: { '1-shot': 'One example' },
    sort: { column: 'x', direction: 'descending' },
  });
  return ownStandings({ ...one, pairs })[0];
}

test('rivals are named with the setting that tells them apart', () => {
  expect(standing(100, 10)?.better).toEqual(['Gemini', 'Gemini (One example)']);
});

test('a hundred more cases are spoken of where they would show in the interval', () => {
  expect(standing(100, 10)?.more).toBe(
    'A hundred more cases like these would narrow the interval from ±10.0 % to about ±7.1 %.',
  );
  expect(standing(8629, 2.3)?.more).toBe('');
});

test('answers that were left out when files were read are told beside the cases judged', () => {
  const read = { errors: 0, warnings: 0, files: [], coverage: { expected: 10, judged: 10, withoutGold: 0 } };
  const imported = { read: 25, leftOut: 5, unread: 5, unreadBySplit: { reasoning: 5 }, reasons: [] };
  const run = { folder: 'x', run: 'x', used: true, ...read, imported };
  expect(judgedWords([run])).toBe('x: 10 of 10 cases judged, 5 answers left out.');
  expect(judgedWords([{ ...run, imported: null }])).toBe('x: 10 of 10 cases judged.');
});

test('who is not tested is no judge that is too close to call, whatever the tests rest on', () => {
  const rank = { best: 2, worst: 4, couldBeFirst: false, tier: 2 };
  const x = column('x', { label: 'PAcc' });
  const rows = [
    row('a', { x: cell('90', { rank: { ...rank, best: 1, worst: 1 } }) }),
    row(own, { x: cell('50', { rank }) }),
    row('b', { x: cell('49', { rank }) }),
    row('c', { x: cell('10') }),
  ];
  const printed = board([x], rows);
  expect(ownStandings(printed)[0]).toMatchObject({ better: ['1 judge'], worse: [], open: 1, untested: 1 });
  const pair = (i: number, by: number, significant: boolean | null) =>
    [Math.min(i, 1), Math.max(i, 1), i < 1 ? by : -by, null, significant, 9, 9, ''] as const;
  const pairs = { x: [pair(0, 40, true), pair(2, -1, false), pair(3, -40, null)] };
  expect(ownStandings({ ...printed, pairs })[0]).toMatchObject({ better: ['a'], worse: [], open: 1, untested: 1 });
});
