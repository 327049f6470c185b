import { expect, test } from 'vitest';
import type { BoardCell, ReferenceLine } from '../../../src/schema/board.ts';
import { marksWords, profileMarks } from '../../../src/site/judge/marks.ts';
import { profileOf } from '../../../src/site/judge/profile.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const measured = (lo: number, hi: number, couldBeFirst: boolean | null): BoardCell =>
  cell(String((lo + hi) / 2), {
    interval: { lo, hi, kind: 'wilson', basis: '' },
    rank: couldBeFirst === null ? null : { best: 1, worst: 2, couldBeFirst, tier: 1 },
  });
const line = (id: string, x: number): ReferenceLine => ({
  id,
  label: id,
  about: '',
  values: { x: { lo: x, hi: x, basis: '' }, y: { lo: x, hi: x, basis: '' }, z: { lo: x, hi: x, basis: '' } },
});

const words = (cells: Readonly<Record<string, BoardCell>>, references: readonly ReferenceLine[] = []): string =>
  marksWords(
    profileMarks(
      profileOf(
        [
          board(
            ['x', 'y', 'z'].map((key) => column(key)),
            [row('a', cells)],
            { references },
          ),
        ],
        'demo',
        'a',
      ),
    ),
  );

test('a judge is told in how many columns it could be first', () => {
  expect(words({ x: measured(60, 70, true), y: measured(60, 70, false), z: measured(60, 70, null) })).toBe(
    'It could be first in 1 of 2 tested columns.',
  );
});

test('without a test nothing is counted', () => {
  expect(words({ x: measured(60, 70, null) })).toBe('No column of its tables is tested.');
});

test('a column counts once against trivial judges, and as worse where any of them is better', () => {
  const cells = { x: measured(60, 70, true), y: measured(40, 55, true), z: measured(10, 20, false) };
  expect(words(cells, [line('coin', 50), line('one verdict', 53)])).toBe(
    'It could be first in 2 of 3 tested columns. A trivial judge does better in 1 and may do as well in 1.',
  );
});
