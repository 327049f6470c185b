import { pairAt, type RaterPair, type RaterPairs } from './pairs.ts';

/** Gives the Euclidean distance of two rows. */
function distance(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < one.length; k += 1) {
    const apart = (one[k] ?? 0) - (other[k] ?? 0);
    sum += apart * apart;
  }
  return Math.sqrt(sum);
}

/** Finds the two nearest of some rows: their places among `rows`, the later one first. */
function nearest(rows: readonly number[], between: (one: number, other: number) => number): readonly [number, number] {
  let [one, other, least] = [0, 0, Number.POSITIVE_INFINITY];
  for (const [i, row] of rows.entries()) {
    for (let j = 0; j < i; j += 1) {
      const apart = between(row, rows[j] ?? 0);
      if (apart < least) [one, other, least] = [i, j, apart];
    }
  }
  return [one, other];
}

/**
 * Orders rows so that similar ones stand side by side: that of the leaves of an average-linkage tree over Euclidean distances. The library that
 * tests compare it with makes a new matrix at every step, and weighs 11 kB.
 */
export function clusterOrder(rows: readonly (readonly number[])[]): number[] {
  const size = rows.length;
  const distances = Float64Array.from(rows.flatMap((one) => rows.map((other) => distance(one, other))));
  const between = (one: number, other: number): number => distances[one * size + other] ?? 0;
  const leaves = rows.map((_, row) => [row]);
  let left = [...rows.keys()];
  while (left.length > 1) {
    const [i, j] = nearest(left, between);
    const [one = 0, other = 0] = [left[i], left[j]];
    const [a = [], b = []] = [leaves[one], leaves[other]];
    const all = a.length + b.length;
    left = left.filter((row) => row !== one && row !== other);
    // From now on the two stand in the place of the first.
    for (const row of left) {
      const mean = (a.length / all) * between(one, row) + (b.length / all) * between(other, row);
      distances[one * size + row] = mean;
      distances[row * size + one] = mean;
    }
    a.push(...b);
    left.unshift(one);
  }
  return leaves[left[0] ?? 0] ?? [];
}

/** Orders the rows so that those that are alike towards all others stand together; those without any statistic stand last. */
export function similarOrder(pairs: RaterPairs<RaterPair>, rows: readonly number[], all: number): readonly number[] {
  const statistic = (one: number, other: number) => pairAt(pairs, { rows: all, one, other })?.statistic;
  const isCompared = (one: number): boolean => rows.some((other) => one !== other && statistic(one, other) != null);
  const profile = (one: number): number[] =>
    Array.from({ length: all }, (_, other) => (one === other ? 1 : (statistic(one, other)?.value ?? 0)));
  const compared = rows.filter(isCompared);
  return [
    ...clusterOrder(compared.map(profile)).flatMap((i) => compared[i] ?? []),
    ...rows.filter((one) => !isCompared(one)),
  ];
}
