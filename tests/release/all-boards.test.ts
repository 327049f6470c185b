import { beforeAll, describe, expect, test } from 'vitest';
import { soundValue } from '../../src/components/board/scale.ts';
import type { StoredBoard } from '../../src/release/read.ts';
import { publishedBoards, shapesBoards } from './all-boards.ts';

let boards: readonly StoredBoard[] = [];
beforeAll(async () => {
  boards = [...(await publishedBoards()), ...(await shapesBoards(60))];
}, 120_000);

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
        const judges = board.rows.filter(({ kind, cells }) => kind === 'judge' && (cells[key]?.value ?? null) !== null);
        const sign = direction === 'lower' ? 1 : -1;
        for (const { id, cells } of judges) {
          const [rank, value] = [cells[key]?.rank ?? null, cells[key]?.value ?? 0];
          if (rank === null) continue;
          ranked += 1;
          const place = 1 + judges.filter((other) => sign * ((other.cells[key]?.value ?? 0) - value) < 0).length;
          expect(rank.best, where(board, key, id)).toBeLessThanOrEqual(place);
          expect(rank.worst, where(board, key, id)).toBeGreaterThanOrEqual(place);
          const sound = judges.filter(({ cells: own }) => soundValue(own[key]) !== null);
          const shown = 1 + sound.filter((other) => sign * ((other.cells[key]?.value ?? 0) - value) < 0).length;
          expect(rank.best, where(board, key, id)).toBeLessThanOrEqual(shown);
          expect(rank.worst, where(board, key, id)).toBeGreaterThanOrEqual(shown);
        }
      }
    }
    expect(ranked).toBeGreaterThan(500);
  });
});
