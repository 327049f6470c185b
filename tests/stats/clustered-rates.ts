import type { JudgeRates } from '../../src/schema/board.ts';

/** Of a cluster: pairs labelled A in which the judge says A, all labelled A, pairs labelled B in which it says A, all labelled B. */
export type ClusterCounts = readonly [aHits: number, a: number, bSlips: number, b: number];

/** The rates of labelled pairs in clusters of several, worked out from the clusters one by one. */
export function clusteredRates(clusters: readonly ClusterCounts[]): JudgeRates {
  const sum = (of: (own: (typeof clusters)[number]) => number) => clusters.reduce((total, own) => total + of(own), 0);
  const [a, b] = [sum((own) => own[1]), sum((own) => own[3])];
  const [tpr, fpr] = [sum((own) => own[0]) / a, sum((own) => own[2]) / b];
  // n/(n − 1), n being the clusters that have such a label.
  const few = (i: 1 | 3) => {
    const n = clusters.filter((own) => own[i] > 0).length;
    return Math.sqrt(n / (n - 1));
  };
  const [ofA, ofB] = [few(1) / a, few(3) / b];
  const term = (own: ClusterCounts) => [ofA * (own[0] - tpr * own[1]), ofB * (own[2] - fpr * own[3])] as const;
  const squares = (i: 0 | 1, j: 0 | 1) => sum((own) => term(own)[i] * term(own)[j]);
  const errors = [squares(0, 0), squares(1, 1), -squares(0, 1)] as const;
  return { tpr, tnr: 1 - fpr, n: [a, b] as const, errors, clusters: clusters.length };
}
