import { describe, expect, test } from 'vitest';
import { type ClusterLabels, clusteredKappa, quadratic } from '../../src/stats/agreement.ts';
import { studentCritical } from '../../src/stats/intervals.ts';

/** One item per cluster. */
function items(table: readonly (readonly number[])[]): ClusterLabels[] {
  return table.flatMap((row, a) =>
    row.flatMap((n, b) =>
      Array.from({ length: n }, (_, i) => ({ cluster: `${a}.${b}.${i}`, a: String(a + 1), b: String(b + 1), n: 1 })),
    ),
  );
}

/** Large-sample variance of kappa, Fleiss, Cohen and Everitt 1969, equation 13, from the table of counts. */
function fleissVariance(table: readonly (readonly number[])[]): number {
  const n = table.flat().reduce((sum, x) => sum + x, 0);
  const p = table.map((row) => row.map((x) => x / n));
  const rows = p.map((row) => row.reduce((sum, x) => sum + x, 0));
  const columns = p.map((_, j) => p.reduce((sum, row) => sum + (row[j] ?? 0), 0));
  const po = p.reduce((sum, row, i) => sum + (row[i] ?? 0), 0);
  const pe = rows.reduce((sum, r, i) => sum + r * (columns[i] ?? 0), 0);
  let total = -((po * pe - 2 * pe + po) ** 2);
  for (const [i, row] of p.entries()) {
    for (const [j, x] of row.entries()) {
      const margin = (columns[i] ?? 0) + (rows[j] ?? 0);
      total += i === j ? x * (1 - pe - margin * (1 - po)) ** 2 : (1 - po) ** 2 * x * margin ** 2;
    }
  }
  return total / (n * (1 - pe) ** 4);
}

describe('kappa with an interval', () => {
  const table = [
    [20, 5],
    [10, 15],
  ];

  test('Cohen’s textbook case: 0.7 observed, 0.5 by chance', () => {
    const { value } = clusteredKappa(items(table));
    expect(value?.kappa).toBeCloseTo(0.4, 12);
    expect(value).toMatchObject({ equal: 0.7, n: 50, clusters: 50 });
  });

  test.each([
    [table],
    [
      [
        [53, 5, 2],
        [11, 14, 5],
        [1, 6, 3],
      ],
    ],
  ])('with one item to a cluster the error is the known large-sample one', (counts) => {
    const { value } = clusteredKappa(items(counts));
    const n = value?.n ?? 0;
    const se = ((value?.hi ?? 0) - (value?.lo ?? 0)) / 2 / studentCritical(n - 1);
    expect(se).toBeCloseTo(Math.sqrt((fleissVariance(counts) * n) / (n - 1)), 10);
  });

  test('the same items twice in each cluster leave kappa and its error as they are', () => {
    const single = clusteredKappa(items(table)).value;
    const double = clusteredKappa(items(table).map((item) => ({ ...item, n: 2 }))).value;
    expect(double?.kappa).toBeCloseTo(single?.kappa ?? 0, 12);
    expect(double?.lo).toBeCloseTo(single?.lo ?? 0, 12);
    expect(double?.n).toBe(100);
  });

  test('scores: 1 − squared distance seen / squared distance by chance', () => {
    const scores = [
      [1, 1],
      [10, 7],
      [5, 6],
      [8, 8],
      [3, 9],
    ];
    const seen = scores.reduce((sum, [a = 0, b = 0]) => sum + (a - b) ** 2, 0) / scores.length;
    const chance =
      scores.reduce((sum, [a = 0]) => sum + scores.reduce((s, [, b = 0]) => s + (a - b) ** 2, 0), 0) /
      scores.length ** 2;
    const labels = scores.map(([a, b], i) => ({ cluster: String(i), a: String(a), b: String(b), n: 1 }));
    expect(clusteredKappa(labels, quadratic(9)).value?.kappa).toBeCloseTo(1 - seen / chance, 12);
  });

  test('without items, or with one label only, there is none', () => {
    expect(clusteredKappa([])).toEqual({ value: null, reason: 'no item with two labels' });
    expect(clusteredKappa(items([[4]])).value).toBeNull();
  });
});
