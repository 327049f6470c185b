import { EVERYTHING, estimate } from '../../src/stats/cluster.ts';
import { type SharedRun, sharedDifferences } from '../../src/stats/difference.ts';

/** A run's points by judgment: the share of points is tested. */
export type Answers = ReadonlyMap<number, number>;

/** Tests runs by their share of points, each over the judgments that both have. */
export function ratioDifferences(
  runs: readonly Answers[],
  clusterOf: (judgment: number) => number,
): ReturnType<typeof sharedDifferences> {
  const most = Math.max(0, ...runs.flatMap((run) => [...run.keys()])) + 1;
  const clusters = Math.max(0, ...runs.flatMap((run) => [...run.keys()].map(clusterOf))) + 1;
  const isIn = (bits: Uint32Array, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  return sharedDifferences(
    runs.map((run): SharedRun => {
      const over = (bits: Uint32Array) => {
        const [num, den] = [new Float64Array(clusters), new Float64Array(clusters)];
        for (const [judgment, points] of run) {
          if (!isIn(bits, judgment)) continue;
          const k = clusterOf(judgment);
          num[k] = (num[k] ?? 0) + points;
          den[k] = (den[k] ?? 0) + 1;
        }
        return estimate({ combination: EVERYTHING, sampled: 0, slices: [''], num, den }).value;
      };
      const judgments = new Uint32Array(Math.ceil(most / 32));
      for (const at of run.keys()) judgments[at >>> 5] = (judgments[at >>> 5] ?? 0) | (1 << (at & 31));
      return { judgments, whole: over(judgments), over };
    }),
    [0, 1],
  );
}
