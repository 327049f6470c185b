import { describe, expect, test } from 'vitest';
import type { PageBoard } from '../../src/board/page-board.ts';
import {
  aheadWords,
  differenceWords,
  headlineBoards,
  headlineDifferences,
  inTabOrder,
  pinnedHref,
  tallyHeadlines,
  tallyWords,
} from '../../src/compare/differences.ts';
import { readyPairs } from '../../src/compare/gather-compared.ts';
import { board, cell, column, judge } from '../board/fixture.ts';

const side = (id: string, run: string | null = null) => ({ judge: id, run, name: id.toUpperCase() });
const measured = (value: number, se: number | null = 1) => cell(String(value), { se });

/** A table whose values are a (best), b, c (worst) unless said otherwise. */
function table(number: number, values: Record<string, number>, more: Partial<PageBoard> & { lower?: boolean } = {}) {
  const { lower = false, ...rest } = more;
  const rows = Object.entries(values).map(([id, value]) => judge(id, { x: measured(value) }));
  return board([column('x', { direction: lower ? 'lower' : 'higher' })], rows, {
    number,
    table: `table-${number}`,
    title: `Table ${number}`,
    ...rest,
  });
}

const lines = (boards: readonly PageBoard[], base = side('a'), other = side('b')) =>
  headlineDifferences(headlineBoards(boards), base, other);

describe('the tables that stand for a benchmark', () => {
  test('come by number, not by name; four at most; no statistics; none that repeats another', () => {
    const values = { a: 3, b: 2 };
    const boards = [
      table(11, values),
      table(2, values, { kind: 'statistics' }),
      table(1, values, { printedIn: 'the repository' }),
      ...[9, 4, 5, 3].map((number) => table(number, values)),
      table(1, values, { benchmark: 'other', printedIn: 'the repository' }),
    ];
    expect(headlineBoards(boards).map(({ board: own }) => [own.benchmark, own.number])).toEqual([
      ['demo', 3],
      ['demo', 4],
      ['demo', 5],
      ['demo', 9],
      ['other', 1],
    ]);
    expect(inTabOrder(boards).map(({ number }) => number)).toEqual([2, 3, 4, 5, 9, 11, 1, 1]);
  });
});

test('a part of what another table ranks by does not stand beside it, also on a judge page', () => {
  const of = (number: number, slice: Record<string, string>) => {
    const rows = [judge('a', { x: measured(3) }), judge('b', { x: measured(2) })];
    return board([column('x', { metric: 'critique_score', slice })], rows, { number, table: `table-${number}` });
  };
  const boards = [of(2, {}), of(3, { subset: 'core' }), of(4, { subset: 'open' })];
  expect(headlineBoards(boards).map(({ board: own }) => own.number)).toEqual([2]);
  // Without the whole the parts stand for themselves.
  expect(headlineBoards(boards.slice(1)).map(({ board: own }) => own.number)).toEqual([3, 4]);
});

describe('a difference', () => {
  test('is a share of the way from worst to best judge, with its interval, and right of zero where the other is ahead', () => {
    const [line] = lines([table(1, { a: 30, b: 50, c: 10 })]);
    // b is 20 above a, of 40 between c and b; two errors of 1 are √2 together.
    expect(line?.share.value).toBeCloseTo(0.5, 12);
    expect(line?.share.lo).toBeCloseTo((20 - 1.959964 * Math.SQRT2) / 40, 6);
    expect(line?.share.hi).toBeCloseTo((20 + 1.959964 * Math.SQRT2) / 40, 6);
    expect(line?.weaker).toBeCloseTo(0.5, 12);
    expect(line === undefined ? '' : aheadWords(line, 'A', 'B')).toBe('B');
  });

  test('turns round where lower is better; its words keep the sign of the unit', () => {
    const [line] = lines([table(1, { a: 30, b: 50, c: 10 }, { lower: true })]);
    expect(line?.share.value).toBeCloseTo(-0.5, 12);
    expect(line?.share.lo ?? 0).toBeLessThan(line?.share.hi ?? 0);
    expect(line === undefined ? '' : aheadWords(line, 'A', 'B')).toBe('A');
    expect(line === undefined ? '' : differenceWords(line)).toBe('+20.00, 95 % interval +17.23 to +22.77');
  });

  test('is left out where all are equal, a value is missing or in doubt, or one judge is not there', () => {
    const doubt = board(
      [column('x')],
      [
        judge('a', { x: measured(3) }),
        judge('b', { x: cell('9', { status: 'suspect' }) }),
        judge('c', { x: measured(1) }),
      ],
    );
    expect(lines([table(1, { a: 5, b: 5 }), doubt, table(3, { a: 5, c: 7 })])).toEqual([]);
  });

  test('opens the table with both at its top', () => {
    const [line] = lines([table(1, { a: 30, b: 50, c: 10 })]);
    expect(line === undefined ? '' : pinnedHref(line.board, line.rows)).toMatch(/\/demo\/table-1\/\?pin=a(,|%2C)b$/);
  });

  test('without errors has no interval and no test; by chance where the test says so', () => {
    const open = board([column('x')], [judge('a', { x: cell('3') }), judge('b', { x: cell('5') })]);
    const near = table(2, { a: 3, b: 3.5, c: 1 });
    const [untested, chance] = lines([open, near]);
    expect(untested?.share).toEqual({ value: 1, lo: null, hi: null });
    expect(untested === undefined ? '' : aheadWords(untested, 'A', 'B')).toBe('B, not tested');
    expect(chance === undefined ? '' : aheadWords(chance, 'A', 'B')).toBe('B, perhaps by chance');
  });

  test('takes the usual setting of a judge, or the run that is named', () => {
    const rows = [
      judge('a-think', { x: measured(9) }, { judge: 'a', variant: 'think' }),
      judge('a', { x: measured(5) }),
      judge('b', { x: measured(1) }),
    ];
    const own = board([column('x')], rows);
    const values = (base: ReturnType<typeof side>, other: ReturnType<typeof side>) =>
      lines([own], base, other).map((line) => line.values);
    expect(values(side('b'), side('a'))).toEqual([['1', '5']]);
    expect(values(side('b'), side('a', 'a-think'))).toEqual([['1', '9']]);
    expect(values(side('a'), side('a', 'a-think'))).toEqual([['5', '9']]);
  });
});

test('tables are counted in words', () => {
  const boards = [
    table(1, { a: 30, b: 50, c: 10 }),
    table(2, { a: 50, b: 30, c: 10 }),
    table(3, { a: 30, b: 30.5, c: 10 }),
  ];
  const words = (own: readonly PageBoard[]) => tallyWords(tallyHeadlines(lines(own)), 'A', 'B');
  expect(words(boards)).toBe('B ahead in 1 of 3 tables, A in 1, 1 too close to call.');
  expect(words([table(1, { a: 3, b: 50, c: 1 }), table(2, { a: 3, b: 40, c: 1 })])).toBe('B ahead in both tables.');
  expect(words([])).toBe('');
});

describe('pairs to begin with', () => {
  const boards = [
    table(1, { a: 90, b: 82, c: 81, d: 10, e: 50 }),
    table(1, { a: 90, b: 82, c: 83, d: 50, e: 10 }, { benchmark: 'other' }),
  ];
  const pairs = readyPairs(
    boards,
    ['a', 'b', 'c', 'd', 'e'].map((id) => side(id)),
  );

  test('are one that is clear, one that is too close, one whose tables disagree; the strongest of each kind', () => {
    expect(pairs.map(({ judges }) => judges)).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['d', 'e'],
    ]);
    expect(pairs.map(({ words }) => words)).toEqual([
      'A ahead in both tables.',
      'Both tables too close to call.',
      'E ahead in 1 of 2 tables, D in 1.',
    ]);
  });

  test('name the benchmarks of their tables', () => {
    const named = boards.map((one) => ({ ...one, benchmarkName: one.benchmark.toUpperCase() }));
    const [first] = readyPairs(
      [...named, { ...table(3, { a: 9, b: 1, c: 5 }), benchmarkName: 'DEMO' }],
      [side('a'), side('b')],
    );
    expect(first?.benchmarks).toEqual([
      ['DEMO', 2],
      ['OTHER', 1],
    ]);
  });

  test('say whether each difference is sure', () => {
    expect(pairs.map(({ marks }) => marks.map(([value, , , sure]) => [value, sure]))).toEqual([
      [
        [-10, 1],
        [-10, 1],
      ],
      [
        [-1, 0],
        [1, 0],
      ],
      [
        [50, 1],
        [-50, 1],
      ],
    ]);
  });

  test('are fewer where there is no such pair', () => {
    expect(readyPairs(boards, [side('a')])).toEqual([]);
    expect(readyPairs([table(1, { a: 90, b: 80 })], [side('a'), side('b')])).toEqual([]);
  });
});
