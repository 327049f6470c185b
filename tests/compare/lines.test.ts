import { describe, expect, test } from 'vitest';
import { boardOfPage, pageBoard } from '../../src/board/page-board.ts';
import { compareTables, tallyAgainst } from '../../src/compare/differences.ts';
import { wilson, Z95 } from '../../src/stats/intervals.ts';
import { board, cell, column, judge } from '../board/fixture.ts';

const N = 300;
const share = (k: number) => {
  const { lo, hi } = wilson(k / N, N);
  return cell(((100 * k) / N).toFixed(2), {
    se: (100 * (hi - lo)) / (2 * Z95),
    interval: { lo: lo * 100, hi: hi * 100, kind: 'wilson' },
  });
};

const columns = [column('x'), column('y', { direction: 'lower' }), column('t', { unit: 'text', direction: 'none' })];
const one = board(columns, [
  judge('a', { x: share(200), y: cell('3'), t: cell('yes') }),
  judge('b', { x: share(100), y: cell('1'), t: cell('no') }),
  judge('c', { x: cell('–', { status: 'not-scored' }), y: cell('9', { status: 'suspect' }), t: cell('') }),
]);
const several = board(
  [column('x')],
  [
    judge('a-think', { x: share(210) }, { judge: 'a', variant: 'think' }),
    judge('a', { x: share(190) }, { judge: 'a' }),
    judge('b', { x: share(150) }),
    judge('d-think', { x: share(140) }, { judge: 'd', variant: 'think' }),
    judge('d', { x: share(130) }, { judge: 'd' }),
  ],
  { table: 'table-2' },
);

describe('tables that hold all the judges', () => {
  test('with the columns all have, no texts', () => {
    const [table, ...others] = compareTables([one], ['a', 'b']);
    expect(others).toEqual([]);
    expect(table?.lines.map((line) => line.column.key)).toEqual(['x', 'y']);
    expect(compareTables([one], ['a', 'nobody'])).toEqual([]);
    expect(compareTables([one], ['constructor', 'undefined', 'null', 'nan'])).toEqual([]);
  });

  test('a judge with several rows is compared in each; two such judges like with like', () => {
    const pairs = (judges: readonly string[]) =>
      compareTables([several], judges).map((table) => [
        table.variant,
        ...(table.lines[0]?.cells.map((c) => c.printed) ?? []),
      ]);
    expect(pairs(['a', 'b'])).toEqual([
      ['think', '70.00', '50.00'],
      ['standard', '63.33', '50.00'],
    ]);
    expect(pairs(['a', 'd'])).toEqual([
      ['think', '70.00', '46.67'],
      ['standard', '63.33', '43.33'],
    ]);
  });
});

describe('differences to the first judge', () => {
  const [x, y] = compareTables([one], ['a', 'b'])[0]?.lines ?? [];

  test('have the interval of two independent shares and are tested', () => {
    const difference = x?.differences[0];
    expect(difference?.value).toBeCloseTo(-33.34, 2);
    const half = 1.96 * 100 * Math.hypot(Math.sqrt(2 / 9 / N), Math.sqrt(2 / 9 / N));
    expect((difference?.interval?.[1] ?? 0) - (difference?.value ?? 0)).toBeCloseTo(half, 0);
    expect(difference).toMatchObject({ significant: true, better: -1 });
  });

  test('lower is better where the column says so; without intervals there is no test', () => {
    expect(y?.differences[0]).toMatchObject({ value: -2, interval: null, significant: null, better: 1 });
  });

  test('that the digits do not show are equal, unless a test finds them', () => {
    const near = (difference: number, se: number | null) => {
      const rows = [
        judge('a', { x: cell('3.00', { value: 3, se }) }),
        judge('b', { x: cell('3.00', { value: 3 + difference, se }) }),
      ];
      const [line] = compareTables([board([column('x')], rows)], ['a', 'b'])[0]?.lines ?? [];
      return [line?.differences[0]?.better, line?.differences[0]?.significant];
    };
    expect(near(0, 1)).toEqual([0, false]);
    expect(near(0.004, 1)).toEqual([0, false]);
    expect(near(-0.004, null)).toEqual([0, null]);
    expect(near(0.004, 0.0001)).toEqual([1, true]);
    expect(near(0.006, 1)).toEqual([1, false]);
  });

  test('of tables made from cases are those of the paired tests, also in the file that the page fetches', () => {
    const rows = [judge('c', { x: share(100) }), judge('b', { x: share(151) }), judge('a', { x: share(150) })];
    const pairs = {
      x: [
        [0, 1, -17, [-20.004, -14.006], true, 300, 300, ''],
        [0, 2, -16.67, [-19, -14.34], true, 300, 300, ''],
        // Values alone do not tell these two apart: the cases do, on the part of them that both judged.
        [1, 2, 0.5, [0.123, 0.877], true, 290, 300, ''],
      ],
    } as const;
    const own = board([column('x')], rows, { source: 'computed', pairs });
    for (const one of [own, boardOfPage(pageBoard(own))]) {
      const difference = (judges: readonly string[]) => compareTables([one], judges)[0]?.lines[0]?.differences[0];
      expect(difference(['a', 'b'])).toMatchObject({ significant: true, better: 1 });
      expect(difference(['a', 'b'])?.note).toBe('tested on the 290 of 300 judgments that both have');
      expect(difference(['a', 'b'])?.interval?.map((end) => end.toFixed(2))).toEqual(['0.12', '0.88']);
      expect(difference(['b', 'c'])?.interval?.map((end) => end.toFixed(2))).toEqual(['-20.00', '-14.01']);
    }
  });

  test('of printed values are adjusted for all pairs of the column, as the ranks are', () => {
    // Alone z = 2.1 would be significant; among the 10 pairs of five judges it is not.
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id, i) =>
      judge(id, { x: cell(String(2.1 * i), { value: 2.1 * i, se: Math.SQRT1_2 }) }),
    );
    const found = compareTables([board([column('x')], rows)], ['a', 'b', 'e'])[0]?.lines[0]?.differences;
    expect(found?.map((one) => one?.significant)).toEqual([false, true]);
  });

  test('are absent where a value is missing or in doubt', () => {
    const [table] = compareTables([one], ['a', 'c']);
    expect(table?.lines.map((line) => line.differences)).toEqual([[null], [null]]);
  });

  test('are counted', () => {
    expect(tallyAgainst(compareTables([one], ['a', 'b']), 0)).toEqual({ ahead: 0, behind: 1, open: 0, untested: 1 });
  });
});
