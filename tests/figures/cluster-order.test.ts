import { agnes } from 'ml-hclust';
import { expect, test } from 'vitest';
import { clusterOrder, similarOrder } from '../../src/figures/kit/cluster-order.ts';
import type { RaterPair } from '../../src/figures/kit/pairs.ts';
import { uniform } from '../stats/random.ts';

test.each([1, 2, 3, 12, 40])('%i rows stand in the order that a library of clustering gives them', (size) => {
  const random = uniform(size);
  // Few different values have many distances that are equal.
  for (const steps of [1, 2, 1000, 1000, 1000]) {
    const rows = Array.from({ length: size }, () =>
      Array.from({ length: size }, () => Math.round(random() * steps) / steps),
    );
    const tree = agnes(
      rows.map((row) => [...row]),
      { method: 'average' },
    );
    expect(clusterOrder(rows)).toEqual(tree.indices());
  }
});

test('no rows have no order', () => {
  expect(clusterOrder([])).toEqual([]);
});

test('rows that are alike stand side by side, those without any statistic last', () => {
  const pair = (value: number | null): RaterPair => ({
    n: 0,
    left: 0,
    statistic: value === null ? null : { value, lo: null, hi: null },
    reason: '',
  });
  // Rows 0 and 3 are alike, 1 has no statistic, 4 is not to be ordered.
  const values = [null, 0.1, 0.9, 0.2, null, null, null, 0.1, 0.2, 0.2];
  expect(similarOrder(values.map(pair), [0, 1, 2, 3], 5)).toEqual([2, 3, 0, 1]);
});
