import { expect, test } from 'vitest';
import { clusterOrder } from '../../src/figures/kit/cluster-order.ts';
import { type RaterPair, similarOrder } from '../../src/figures/kit/PairMatrix.tsx';

test('no rows have no order', () => {
  expect(clusterOrder([])).toEqual([]);
});

test('rows that are alike stand side by side, those without any statistic last', async () => {
  const pair = (value: number | null): RaterPair => ({
    n: 0,
    left: 0,
    statistic: value === null ? null : { value, lo: null, hi: null },
    reason: '',
  });
  // Rows 0 and 3 are alike, 1 has no statistic, 4 is not to be ordered.
  const values = [null, 0.1, 0.9, 0.2, null, null, null, 0.1, 0.2, 0.2];
  expect(await similarOrder(values.map(pair), [0, 1, 2, 3], 5)).toEqual([2, 3, 0, 1]);
});
