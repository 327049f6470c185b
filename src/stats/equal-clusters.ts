/** Sums of contributions by cluster, whose number is its place; `rows` says how many there are. */
export interface SumsByCluster {
  readonly rows: Int32Array;
  readonly nums: Float64Array;
  readonly dens: Float64Array;
}

/** Clusters with the same sums: the first of them, and how many there are. */
export interface EqualClusters {
  readonly cluster: number;
  readonly copies: number;
}

/** Gives equal triples of numbers the same number, from 1. */
class Triples {
  private readonly known = new Map<number, Map<number, Map<number, number>>>();
  private count = 0;

  numberOf(a: number, b: number, c: number): number {
    const byB = this.known.get(a) ?? new Map<number, Map<number, number>>();
    if (byB.size === 0) this.known.set(a, byB);
    const byC = byB.get(b) ?? new Map<number, number>();
    if (byC.size === 0) byB.set(b, byC);
    const found = byC.get(c);
    if (found !== undefined) return found;
    byC.set(c, ++this.count);
    return this.count;
  }
}

/**
 * Puts clusters together that have the same sums in every part, which is what values of single runs need (`ClusterSum.copies`): some hundred
 * in place of as many as there are cases, since most contributions are 0 or 1. Clusters without rows are left out.
 */
export function equalClusters(parts: readonly SumsByCluster[], clusters: number): EqualClusters[] {
  const pattern = new Float64Array(clusters);
  for (const { rows, nums, dens } of parts) {
    const triples = new Triples();
    for (let k = 0; k < clusters; k++) {
      const before = pattern[k] ?? 0;
      // Sums are numbers, so NaN can mark clusters without rows, as distinct from sums of 0.
      pattern[k] =
        rows[k] === 0
          ? triples.numberOf(before, Number.NaN, Number.NaN)
          : triples.numberOf(before, nums[k] ?? 0, dens[k] ?? 0);
    }
  }
  const found = new Map<number, { readonly cluster: number; copies: number }>();
  for (let k = 0; k < clusters; k++) {
    if (parts.every(({ rows }) => rows[k] === 0)) continue;
    const same = found.get(pattern[k] ?? 0);
    if (same === undefined) found.set(pattern[k] ?? 0, { cluster: k, copies: 1 });
    else same.copies++;
  }
  return [...found.values()];
}
