import { describe, expect, test } from 'vitest';
import { judgeAgainst, judgeBudgets, type Measured } from '../../scripts/bench/budgets.ts';
import { enlargeBoard, enlargePacked } from '../../scripts/bench/paints.ts';
import type { Visit } from '../../scripts/bench/visit.ts';
import { type BoardJson, boardOfPage, pageBoard } from '../../src/board/page-board.ts';
import { board, cell, column, judge } from '../board/fixture.ts';

const LIGHT: Visit = {
  ...{ path: '/light/', kind: 'board', network: 'none', width: 1440, requests: 3, bytes: 20_000, scriptBytes: 1000 },
  ...{
    dataRequests: 0,
    dataBytes: 0,
    heavy: 0,
    heavyInAll: 0,
    more: 90_000,
    sent: 0,
    paint: 200,
    shift: 0,
    first: 300,
  },
};
const HEAVY: Visit = { ...LIGHT, path: '/heavy/', bytes: 30_001, heavy: 1 };
const NOTHING: Measured = { visits: [], paints: [], build: null, own: null };
const explorer = (first: number): Visit => ({
  ...LIGHT,
  path: '/shapes/explore/',
  kind: 'explorer',
  network: '4G',
  first,
});

const BOARD = board([column('all', { decimals: 1 })], [judge('r', { all: cell('61.5', { n: 50 }) })]);

describe('budgets', () => {
  const verdictOf = (measured: Partial<Measured>, budget: string) =>
    judgeBudgets({ ...NOTHING, ...measured }).find((one) => one.budget === budget);

  test('the worst page counts, one byte too many is too many', () => {
    const visits = [LIGHT, HEAVY];
    expect(verdictOf({ visits }, 'leaderboard: before interaction')).toMatchObject({ worst: 30_001, kept: false });
    expect(verdictOf({ visits }, 'leaderboard: before interaction')?.where).toBe('/heavy/ at 1440 px');
    expect(verdictOf({ visits }, 'leaderboard: requests')).toMatchObject({ worst: 3, kept: true });
    expect(verdictOf({ visits }, 'leaderboard: engine or chart code')).toMatchObject({ worst: 1, kept: false });
  });

  test('what could not be measured is not kept; what was not asked for has no verdict', () => {
    const paints = [{ path: '/light/', sort: 40, filter: null }];
    expect(verdictOf({ paints }, 'filter painted, 100 × 14')).toMatchObject({ worst: null, kept: false });
    expect(verdictOf({ paints }, 'sort painted, 100 × 14')).toMatchObject({ worst: 40, kept: true });
    expect(verdictOf({ paints }, 'leaderboard: requests')).toBeUndefined();
  });

  test('data and pages are built within one budget', () => {
    const verdict = verdictOf({ build: { data: 60, pages: 61, ranking: 1 } }, 'data and pages from clean');
    expect(verdict).toMatchObject({ worst: 121, kept: false });
  });

  test('of an explorer the median visit counts, and an answer by the engine takes eight times as long', () => {
    const visits = [explorer(400), explorer(500), explorer(4000), { ...explorer(4100), kind: 'engine' as const }];
    expect(verdictOf({ visits }, 'first filter, median visit')).toMatchObject({ worst: 500, kept: true });
    expect(verdictOf({ visits }, 'first filter to an answer by the engine')?.worst).toBeCloseTo(500 / 4100, 12);
  });
});

test('a site is held against the one before by medians of times taken by turns', () => {
  const of = (...times: readonly number[]): Measured => ({ ...NOTHING, visits: times.map(explorer) });
  expect(judgeAgainst(of(500, 540, 900), of(480, 500, 510))).toEqual([
    expect.objectContaining({ budget: 'first filter: to before', worst: 1.08, kept: true }),
  ]);
  expect(judgeAgainst(of(560), of(500))).toEqual([expect.objectContaining({ worst: 1.12, kept: false })]);
});

describe('a table enlarged for measuring', () => {
  test('has the size asked for, unique rows and columns, and values that differ', () => {
    const { rows, columns } = enlargeBoard(BOARD, 100, 14);
    expect([rows.length, columns.length]).toEqual([100, 14]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(100);
    expect(new Set(columns.map((column) => column.key)).size).toBe(14);
    const values = rows.map((row) => row.cells['all-3']?.value);
    expect(values.slice(0, 3)).toEqual([61.5, 61.9, 62.2]);
  });

  test('is what an island reads', () => {
    expect(
      boardOfPage(JSON.parse(enlargePacked(JSON.stringify(pageBoard(BOARD)), 100, 14)) as BoardJson).rows,
    ).toHaveLength(100);
  });
});
