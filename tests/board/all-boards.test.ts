import { beforeAll, describe, expect, test } from 'vitest';
import { type Deltas, deltasTo } from '../../src/board/delta.ts';
import { paired, unpaired } from '../../src/board/difference-tests.ts';
import { boardOfPage, hasPlace, pageBoard } from '../../src/board/page-board.ts';
import { soundValue } from '../../src/board/standings.ts';
import type { StoredBoard } from '../../src/schema/board.ts';
import { publishedBoards, shapesBoards } from '../release/all-boards.ts';

let boards: readonly StoredBoard[] = [];
beforeAll(async () => {
  boards = [...(await publishedBoards()), ...(await shapesBoards())];
});

const testsOf = (pairs: StoredBoard['pairs']): Deltas['tests'] => ({
  state: 'ready',
  ...(pairs === undefined ? unpaired : paired(pairs)),
});

const where = (board: StoredBoard, ...more: readonly string[]): string =>
  [board.benchmark, board.table, ...more].join(' ');

describe('every board of the release', () => {
  test('there are published and computed ones', () => {
    expect(boards.filter(({ source }) => source === 'published').length).toBeGreaterThan(15);
    expect(boards.filter(({ source }) => source === 'computed').length).toBeGreaterThan(3);
  });

  test('the place of a judge by value lies in its rank', () => {
    let ranked = 0;
    for (const board of boards.filter(({ kind }) => kind === 'leaderboard')) {
      for (const { key, direction } of board.columns) {
        const judges = board.rows.filter(({ kind, cells }) => kind === 'judge' && hasPlace(cells[key]));
        const merit = (v: number): number => (direction === 'zero' ? -Math.abs(v) : direction === 'lower' ? -v : v);
        for (const { id, cells } of judges) {
          const [rank, value] = [cells[key]?.rank ?? null, cells[key]?.value ?? 0];
          if (rank === null) continue;
          ranked += 1;
          const place = 1 + judges.filter((other) => merit(other.cells[key]?.value ?? 0) > merit(value)).length;
          expect(rank.best, where(board, key, id)).toBeLessThanOrEqual(place);
          expect(rank.worst, where(board, key, id)).toBeGreaterThanOrEqual(place);
          const sound = judges.filter(({ cells: own }) => soundValue(own[key]) !== null);
          const shown = 1 + sound.filter((other) => merit(other.cells[key]?.value ?? 0) > merit(value)).length;
          expect(rank.best, where(board, key, id)).toBeLessThanOrEqual(shown);
          expect(rank.worst, where(board, key, id)).toBeGreaterThanOrEqual(shown);
        }
      }
    }
    expect(ranked).toBeGreaterThan(500);
  });

  test('differences to any baseline are finite, inside their interval, and turn round', () => {
    let shown = 0;
    for (const board of boards) {
      const tests = testsOf(board.pairs === undefined ? undefined : JSON.parse(JSON.stringify(board.pairs)));
      const slim = boardOfPage(
        pageBoard({ ...board, release: '', ...(board.pairs === undefined ? {} : { whole: '/' }) }),
      );
      const deltas = slim.rows.map((base) => deltasTo(slim, base, tests));
      for (const [i, base] of slim.rows.entries()) {
        for (const column of slim.columns) {
          for (const [j, row] of slim.rows.entries()) {
            const delta = deltas[i]?.of(row, column) ?? null;
            if (delta === null) continue;
            shown += 1;
            const at = where(board, column.key, base.id, row.id);
            const { value, interval, significant, note } = delta;
            const back = deltas[j]?.of(base, column);
            expect(back?.significant, at).toBe(significant);
            expect([value, ...(interval ?? [])].every(Number.isFinite), `${at} ${JSON.stringify(delta)}`).toBe(true);
            if (interval === null) expect(note, at).not.toBe('');
            else {
              expect(interval[0], at).toBeLessThanOrEqual(interval[1]);
              expect(back?.interval?.[0], at).toBeCloseTo(-interval[1], 4);
              if (note === '') expect(Math.max(interval[0] - value, value - interval[1]), at).toBeLessThan(1e-4);
            }
          }
        }
      }
    }
    expect(shown).toBeGreaterThan(20_000);
  });

  test('bold differences are those of the ranks', () => {
    for (const board of boards.filter(({ kind }) => kind === 'leaderboard')) {
      const tests = testsOf(board.pairs);
      const slim = boardOfPage(
        pageBoard({ ...board, release: '', ...(board.pairs === undefined ? {} : { whole: '/' }) }),
      );
      for (const base of slim.rows.filter(({ kind }) => kind === 'judge')) {
        const deltas = deltasTo(slim, base, tests);
        for (const column of slim.columns.filter(({ direction }) => direction !== 'none')) {
          const rank = base.cells[column.key]?.rank ?? null;
          if (rank === null) continue;
          const better = slim.rows.filter((row) => {
            const delta = row.kind === 'judge' ? deltas.of(row, column) : null;
            return delta?.significant === true && delta.better > 0;
          });
          expect(better.length, where(board, column.key, base.id)).toBe(rank.best - 1);
        }
      }
    }
  });

  test('a critique value over subsets that may share questions counts those of the largest', () => {
    const averages = boards
      .filter(({ benchmark }) => benchmark === 'mm-critic')
      .flatMap(({ columns, rows }) =>
        columns
          .filter(({ metric, slice }) => /^critique_/.test(metric ?? '') && slice['subset'] === undefined)
          .flatMap(({ key, slice }) => rows.map(({ cells }) => ({ slice, cell: cells[key] }))),
      );
    const found = averages.flatMap(({ slice, cell }) => {
      const basis = cell?.interval?.basis ?? '';
      return basis === '' ? [] : [`${slice['task_type'] ?? 'all'}: ${/n = (\d+)/.exec(basis)?.[1]}`];
    });
    expect(new Set(found)).toContain('all: 880');
    expect(
      averages.every(({ cell }) => !(cell?.interval ?? null) || cell?.interval?.basis?.includes('largest subset')),
    ).toBe(true);
  });

  test('standard errors stand in the unit of the interval', () => {
    for (const board of boards) {
      for (const { key } of board.columns) {
        for (const { id, cells } of board.rows) {
          const { se = null, interval = null } = cells[key] ?? {};
          if (interval === null || se === null || se === 0) continue;
          const widths = (interval.hi - interval.lo) / se;
          expect(widths, where(board, key, id)).toBeGreaterThan(1.5);
          expect(widths, where(board, key, id)).toBeLessThan(200);
        }
      }
    }
  });
});
