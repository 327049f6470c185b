import type { RankInterval } from '../schema/board.ts';
import { better, type Direction } from '../schema/metric.ts';
import { normalTwoSided, Z95 } from './intervals.ts';

/** A judge in a column that has a value; SE in the same unit, null where it cannot be tested. */
export interface Contender {
  readonly value: number;
  readonly se: number | null;
}

/** A test of two judges, i − j; p null where there is none. */
export interface PairTest {
  readonly value: number | null;
  readonly p: number | null;
}

/** Level of every test, after Holm's adjustment. */
export const SIGNIFICANT = 0.05;

/** A difference of two values from their errors alone, with its 95 % interval; null without an error. */
export interface UnpairedTest extends PairTest {
  readonly value: number;
  readonly interval: readonly [lo: number, hi: number] | null;
}

/** z from two errors: safe unless errors of judges on shared items are negatively correlated. Two SEs of 0 show nothing, so p is 1. */
export function unpairedTest(a: Contender, b: Contender): UnpairedTest {
  const value = a.value - b.value;
  if (a.se === null || b.se === null) return { value, interval: null, p: null };
  const se = Math.hypot(a.se, b.se);
  const p = value === 0 || se === 0 ? 1 : normalTwoSided(value / se);
  return { value, interval: [value - Z95 * se, value + Z95 * se], p };
}

/** Applies Holm's step-down adjustment (Scand. J. Statist. 6, 1979): p-values in, adjusted p-values in the same order out. */
export function holm(p: Float64Array): Float64Array {
  const order = Uint32Array.from(p.keys()).sort((i, j) => (p[i] ?? 0) - (p[j] ?? 0));
  const adjusted = new Float64Array(p.length);
  let most = 0;
  for (const [rank, i] of order.entries()) {
    most = Math.max(most, (p.length - rank) * (p[i] ?? 0));
    adjusted[i] = Math.min(1, most);
  }
  return adjusted;
}

/** Two judges by their places in a column, i < j; `adjusted` is Holm's p over all pairs of the column, null without a test. */
export interface ColumnPair<T extends PairTest = PairTest> {
  readonly i: number;
  readonly j: number;
  readonly test: T;
  readonly adjusted: number | null;
}

export function columnPairs<T extends PairTest>(
  column: readonly (Contender | null)[],
  test: (i: number, j: number) => T,
): readonly ColumnPair<T>[] {
  const places = column.flatMap((contender, i) => (contender === null ? [] : [i]));
  const pairs = places.flatMap((i, at) => places.slice(at + 1).map((j) => ({ i, j, test: test(i, j) })));
  const tested = pairs.filter((pair) => pair.test.p !== null);
  const adjusted = holm(Float64Array.from(tested, (pair) => pair.test.p ?? 1));
  const found = new Map(tested.map((pair, at) => [pair, adjusted[at] ?? 1]));
  return pairs.map((pair) => ({ ...pair, adjusted: found.get(pair) ?? null }));
}

export function unpairedColumn(column: readonly (Contender | null)[]): readonly ColumnPair[] {
  const none = { value: null, p: null };
  return columnPairs(column, (i, j) => {
    const [a, b] = [column[i] ?? null, column[j] ?? null];
    return a === null || b === null ? none : unpairedTest(a, b);
  });
}

/** Says whether the difference of i and j is significant and so is its direction: the two values point the same way as what was tested. */
export function isTold({ i, j, test, adjusted }: ColumnPair, column: readonly (Contender | null)[]): boolean {
  const between = (column[i]?.value ?? 0) - (column[j]?.value ?? 0);
  return adjusted !== null && adjusted < SIGNIFICANT && between * (test.value ?? 0) > 0;
}

/** How far a contender is from 0, with the same error. */
const distanceOf = (contender: Contender | null): Contender | null =>
  contender === null ? null : { ...contender, value: Math.abs(contender.value) };

/** Which is nearer to 0: on one side the test of their difference; on two, of their sum, whose error is at most the sum of theirs, whatever they share. */
function distanceTest(a: Contender, b: Contender, test: PairTest): PairTest {
  if (a.value * b.value >= 0) {
    const isBelow = a.value < 0 || b.value < 0;
    return { value: test.value === null ? null : isBelow ? -test.value : test.value, p: test.p };
  }
  const value = Math.abs(a.value) - Math.abs(b.value);
  if (a.se === null || b.se === null) return { value, p: null };
  const se = a.se + b.se;
  return { value, p: value === 0 || se === 0 ? 1 : normalTwoSided(value / se) };
}

interface RankedColumn {
  readonly column: readonly (Contender | null)[];
  readonly direction: 'higher' | 'lower';
  readonly pairs: readonly ColumnPair[];
}

/** Makes of a column whose ideal is 0 that of the distances from it, with tests adjusted together; any other stays as it is. */
export function towardsBest(
  column: readonly (Contender | null)[],
  direction: Exclude<Direction, 'none'>,
  pairs: readonly ColumnPair[],
): RankedColumn {
  if (direction !== 'zero') return { column, direction, pairs };
  const tests = new Map(pairs.map(({ i, j, test }) => [`${i} ${j}`, test]));
  const distances = columnPairs(column, (i, j) => {
    const [a, b, test] = [column[i] ?? null, column[j] ?? null, tests.get(`${i} ${j}`)];
    return a === null || b === null || test === undefined ? { value: null, p: null } : distanceTest(a, b, test);
  });
  return { column: column.map(distanceOf), direction: 'lower', pairs: distances };
}

/** Best = 1 + significantly better ones, worst = K − significantly worse ones, by Holm-adjusted tests at 5 %; K counts all with a value, and who has no SE has no interval. */
export function ranks(
  column: readonly (Contender | null)[],
  direction: 'higher' | 'lower',
  pairs: readonly ColumnPair[] = unpairedColumn(column),
): (RankInterval | null)[] {
  const all = column.filter((contender) => contender !== null).length;
  const ahead = column.map(() => new Set<number>());
  const behind = column.map(() => new Set<number>());
  for (const pair of pairs.filter((one) => isTold(one, column))) {
    const above = better(direction, pair.test.value ?? 0, 0) > 0;
    ahead[above ? pair.j : pair.i]?.add(above ? pair.i : pair.j);
    behind[above ? pair.i : pair.j]?.add(above ? pair.j : pair.i);
  }
  const tiers = tiersOf(column, direction, (i, j) => ahead[i]?.has(j) === true);
  return column.map((contender, i): RankInterval | null => {
    if (contender === null || contender.se === null) return null;
    const above = ahead[i]?.size ?? 0;
    return { best: 1 + above, worst: all - (behind[i]?.size ?? 0), couldBeFirst: above === 0, tier: tiers.get(i) ?? 1 };
  });
}

/** Assigns tiers from the best value down: a new one begins at the first contender significantly worse than the best of the present one. */
function tiersOf(
  column: readonly (Contender | null)[],
  direction: Direction,
  isWorse: (i: number, j: number) => boolean,
): ReadonlyMap<number, number> {
  const order = column
    .flatMap((contender, i) => (contender === null || contender.se === null ? [] : [{ i, value: contender.value }]))
    .sort((a, b) => better(direction, b.value, a.value));
  const tiers = new Map<number, number>();
  let leader = order[0]?.i ?? 0;
  let tier = 1;
  for (const { i } of order) {
    if (isWorse(i, leader)) {
      leader = i;
      tier += 1;
    }
    tiers.set(i, tier);
  }
  return tiers;
}
