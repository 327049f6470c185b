import { type Combination, EVERYTHING, type SumTable } from '../../src/stats/cluster.ts';

/** Sums over one cluster and slice. Rows with equal keys are added up. */
export interface ClusterSum {
  readonly cluster: string;
  readonly slice: string;
  readonly num: number;
  readonly den: number;
}

/** `ratio`: Σnum/Σden over all rows, whatever their slice. `macro`: plain mean of the slices' ratios. */
export type Aggregate = 'ratio' | 'macro' | Combination;

/** Fills dense tables of several runs over the union of their clusters and slices, both in the order in which they first come. */
export function sumTables(runs: readonly (readonly ClusterSum[])[], aggregate: Aggregate, sampled = 0): SumTable[] {
  const combination = typeof aggregate === 'string' ? EVERYTHING : aggregate;
  const sliceOf = (row: ClusterSum): string => (aggregate === 'ratio' ? '' : row.slice);
  const clusters = [...new Set(runs.flat().map(({ cluster }) => cluster))];
  const clusterAt = new Map(clusters.map((cluster, i) => [cluster, i]));
  const slices = [...new Set(runs.flat().map(sliceOf))];
  return runs.map((rows) => {
    const num = new Float64Array(clusters.length * slices.length);
    const den = new Float64Array(clusters.length * slices.length);
    for (const row of rows) {
      const cell = (clusterAt.get(row.cluster) ?? 0) * slices.length + slices.indexOf(sliceOf(row));
      num[cell] = (num[cell] ?? 0) + row.num;
      den[cell] = (den[cell] ?? 0) + row.den;
    }
    return { combination, sampled, slices, num, den };
  });
}
