import type { ClusterSum } from './tables.ts';

/** Straight from the formulas, one lookup at a time: slow, and nothing shared with src/stats. */
const sum = (values: readonly number[]) => values.reduce((s, v) => s + v, 0);

const clustersOf = (rows: readonly ClusterSum[]) => [
  ...new Set(rows.filter((r) => r.num !== 0 || r.den !== 0).map((r) => r.cluster)),
];

export function ratio(rows: readonly ClusterSum[]): number {
  return sum(rows.map((r) => r.num)) / sum(rows.map((r) => r.den));
}

/** docs/metrics.md "Uncertainty": SE² = n/(n−1) · Σ(num_k − R·den_k)² / (Σden)². */
export function ratioError(rows: readonly ClusterSum[]): number {
  const r = ratio(rows);
  const clusters = clustersOf(rows);
  const n = clusters.length;
  const squares = clusters.map((c) => {
    const own = rows.filter((row) => row.cluster === c);
    return (sum(own.map((x) => x.num)) - r * sum(own.map((x) => x.den))) ** 2;
  });
  return Math.sqrt(((n / (n - 1)) * sum(squares)) / sum(rows.map((x) => x.den)) ** 2);
}

export function slicesOf(rows: readonly ClusterSum[]): string[] {
  return [...new Set(rows.map((r) => r.slice))];
}

export function macro(rows: readonly ClusterSum[]): number {
  const slices = slicesOf(rows);
  return sum(slices.map((s) => ratio(rows.filter((r) => r.slice === s)))) / slices.length;
}

/** Value without each cluster in turn: the jackknife's SE, which linearisation approximates. */
export function jackknifeError(rows: readonly ClusterSum[], value: (rows: readonly ClusterSum[]) => number): number {
  const clusters = clustersOf(rows);
  const values = clusters.map((c) => value(rows.filter((r) => r.cluster !== c)));
  const mean = sum(values) / values.length;
  return Math.sqrt(((clusters.length - 1) / clusters.length) * sum(values.map((v) => (v - mean) ** 2)));
}
