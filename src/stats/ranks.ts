import type { RankInterval } from '../schema/board.ts';
import type { Influence } from './cluster.ts';
import { pairedError, pairedP } from './difference.ts';
import { normalTwoSided } from './distribution.ts';

/** A judge in a column that has a value; SE in the same unit, null where it cannot be tested; influence (over the column's shared clusters) if there is one. */
export interface Contender {
  readonly value: number;
  readonly se: number | null;
  readonly influence: Influence | null;
}

type Tested = Contender & { readonly se: number };

/** Judges of one `tier` are those not significantly worse than its best; tiers count from 1. */
export interface Rank extends RankInterval {
  readonly tier: number;
}

const SIGNIFICANT = 0.05;

/**
 * Two-sided p that two contenders are equal. Paired by cluster where both have clusters. Otherwise z from value and SE, which
 * assumes that errors of judges on shared items are not negatively correlated (then it errs to the safe side); two SEs of 0
 * show nothing: p = 1.
 */
function pValue(a: Tested, b: Tested): number {
  const difference = a.value - b.value;
  if (a.influence !== null && b.influence !== null) {
    const { clusters, se } = pairedError(a.influence, b.influence);
    return pairedP(difference, se, clusters);
  }
  const se = Math.hypot(a.se, b.se);
  return difference === 0 || se === 0 ? 1 : normalTwoSided(difference / se);
}

/** Holm's step-down adjustment (Scand. J. Statist. 6, 1979): p-values in, adjusted p-values in the same order out. */
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

/** Where pair (i, j), i < j < k, stands in the list (0,1), (0,2), …, (1,2), … */
function pairIndex(i: number, j: number, k: number): number {
  return i * k - (i * (i + 1)) / 2 + (j - i - 1);
}

/** Holm-adjusted p-values of all pairs of a column. */
function adjustedPairs(contenders: readonly Tested[]): Float64Array {
  const k = contenders.length;
  const p = new Float64Array((k * (k - 1)) / 2);
  for (const [i, a] of contenders.entries()) {
    for (let j = i + 1; j < k; j += 1) {
      const b = contenders[j];
      if (b !== undefined) p[pairIndex(i, j, k)] = pValue(a, b);
    }
  }
  return holm(p);
}

/**
 * Rank intervals of a column, in the order of the contenders: best = 1 + significantly better ones, worst = K − significantly worse
 * ones, by Holm-adjusted tests of all pairs with an SE at 5 %. "Could be first" = nobody is significantly better.
 * K counts every judge with a value: one without an SE is not told apart from anybody, can stand anywhere, and has no interval of its own
 * (null). null in (no value) → null out, and not counted in K.
 */
export function ranks(column: readonly (Contender | null)[], direction: 'higher' | 'lower'): (Rank | null)[] {
  const contenders = column.filter(isTested);
  const k = contenders.length;
  const all = column.filter((c) => c !== null).length;
  const adjusted = adjustedPairs(contenders);
  const sign = direction === 'higher' ? 1 : -1;
  const worse = (i: number, j: number) =>
    sign * ((contenders[i]?.value ?? 0) - (contenders[j]?.value ?? 0)) < 0 &&
    (adjusted[pairIndex(Math.min(i, j), Math.max(i, j), k)] ?? 1) < SIGNIFICANT;
  const tiers = tiersOf(contenders, sign, worse);
  const found = contenders.map((_, i) => {
    let [better, below] = [0, 0];
    for (let j = 0; j < k; j += 1) {
      if (j === i) continue;
      if (worse(i, j)) better += 1;
      if (worse(j, i)) below += 1;
    }
    return { best: 1 + better, worst: all - below, couldBeFirst: better === 0, tier: tiers[i] ?? 1 };
  });
  const rest = found.values();
  return column.map((c) => (isTested(c) ? (rest.next().value ?? null) : null));
}

function isTested(contender: Contender | null): contender is Tested {
  return contender !== null && contender.se !== null;
}

/** From the best value down: a new tier begins at the first contender significantly worse than the best of the present one. */
function tiersOf(
  contenders: readonly Tested[],
  sign: number,
  worse: (i: number, j: number) => boolean,
): readonly number[] {
  const order = [...contenders.keys()].sort(
    (i, j) => sign * ((contenders[j]?.value ?? 0) - (contenders[i]?.value ?? 0)),
  );
  const tiers = new Array<number>(contenders.length).fill(1);
  let leader = order[0] ?? 0;
  let tier = 1;
  for (const i of order) {
    if (worse(i, leader)) {
      leader = i;
      tier += 1;
    }
    tiers[i] = tier;
  }
  return tiers;
}
