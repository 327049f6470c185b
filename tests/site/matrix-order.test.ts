import { expect, test } from 'vitest';
import { orderByPlace, rowPlaces } from '../../src/site/home/matrix-order.ts';

const rows = ['2,,1', '1,3,', ',1,2', '2,2,'].map(rowPlaces);

test('judges come by their place in a benchmark, equals as they stood, who was not measured last both ways', () => {
  expect(rows[0]).toEqual([2, null, 1]);
  expect(orderByPlace(rows, 0, false)).toEqual([1, 0, 3, 2]);
  expect(orderByPlace(rows, 0, true)).toEqual([0, 3, 1, 2]);
  expect(orderByPlace(rows, 1, false)).toEqual([2, 3, 1, 0]);
  expect(orderByPlace(rows, 1, true)).toEqual([1, 3, 2, 0]);
});
