import { type ClusterSum, layoutOf } from '../../src/stats/cluster.ts';
import { type HeldSums, type SharedOptions, sharedDifferences } from '../../src/stats/difference.ts';

/** A cluster sum of one run over the judgments with one set of holders, by its place in their list. */
export interface HeldSum extends ClusterSum {
  readonly holders: number;
}

/** Tests runs by a share of points over everything, from their rows. */
export function ratioDifferences(
  runs: readonly (readonly HeldSum[])[],
  holders: SharedOptions['holders'],
): ReturnType<typeof sharedDifferences> {
  const layout = layoutOf(runs, 'ratio');
  const held = runs.map(
    (rows): HeldSums => ({
      cells: Int32Array.from(rows, layout.cellOf),
      holders: Int32Array.from(rows, (row) => row.holders),
      num: Float64Array.from(rows, ({ num }) => num),
      den: Float64Array.from(rows, ({ den }) => den),
    }),
  );
  return sharedDifferences(held, { holders, layout, range: [0, 1], sampled: 0 });
}
