import { expect, test } from 'vitest';
import { nextSort } from '../../src/explore/SelectionBar.tsx';

const clicks = (column: string): string[] => {
  const seen: string[] = [];
  for (let sort = nextSort([], column, false); sort.length > 0; sort = nextSort(sort, column, false))
    seen.push(sort.map((key) => `${key.descending ? '-' : ''}${key.column}`).join());
  return seen;
};

test('a column is sorted upwards, downwards, not at all; points lost begin with the most', () => {
  expect(clicks('right')).toEqual(['right', '-right']);
  expect(clicks('points')).toEqual(['-points', 'points']);
});
