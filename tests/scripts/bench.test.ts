import { describe, expect, test } from 'vitest';
import { judgeBudgets, type PageFigures } from '../../scripts/bench/budgets.ts';
import { enlargeBoard, enlargePacked } from '../../scripts/bench/enlarge.ts';
import { packBoard, unpackBoard } from '../../src/board/pack.ts';
import { board, cell, column, judge } from '../board/fixture.ts';

const PAGE: PageFigures = {
  path: '/light/',
  requests: 3,
  bytes: 20_000,
  scriptBytes: 1_000,
  heavy: [],
  bytesAfter: 90_000,
  firstSort: 300,
  layoutShift: 0,
};
const HEAVY_PAGE: PageFigures = { ...PAGE, path: '/heavy/', bytes: 30_001, heavy: ['/duckdb.wasm'] };
const PAINT = { path: '/light/', rows: 100, columns: 14, sort: 40, filter: null };

const BOARD = board([column('all', { decimals: 1 })], [judge('r', { all: cell('61.5', { n: 50 }) })]);

describe('budgets', () => {
  const verdicts = judgeBudgets({ pages: [PAGE, HEAVY_PAGE], paints: [PAINT], build: { data: 10, site: 51 } });
  const verdict = (budget: string) => verdicts.find((one) => one.budget === budget);

  test('the worst page counts, one byte too many is too many', () => {
    expect(verdict('page before interaction')).toMatchObject({ worst: 30_001, where: '/heavy/', kept: false });
    expect(verdict('requests before interaction')).toMatchObject({ worst: 3, kept: true });
    expect(verdict('engine or chart code before interaction')).toMatchObject({ worst: 1, kept: false });
  });

  test('what could not be measured is not kept', () => {
    expect(verdict('filter painted')).toMatchObject({ worst: null, kept: false });
    expect(verdict('sort painted')).toMatchObject({ worst: 40, where: '/light/ (100 × 14)', kept: true });
  });

  test('data and site are built within one budget', () => {
    expect(verdict('build of data and site')).toMatchObject({ worst: 61, kept: false });
  });
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
    expect(unpackBoard(enlargePacked(packBoard(BOARD), 100, 14)).rows).toHaveLength(100);
  });
});
