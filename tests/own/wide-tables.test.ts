import { expect, test } from 'vitest';
import { packedGroups } from '../../src/own/pages/draw-report.tsx';

test('groups of columns stay whole and in their order, as many in a table as paper holds', () => {
  expect(packedGroups([3, 4, 6, 2], 8)).toEqual([
    [0, 2],
    [2, 4],
  ]);
  expect(packedGroups([5], 8)).toEqual([[0, 1]]);
  expect(packedGroups([], 8)).toEqual([]);
});

test('a group that no table holds has one of its own', () => {
  expect(packedGroups([2, 20, 3, 3], 8)).toEqual([
    [0, 1],
    [1, 2],
    [2, 4],
  ]);
});
