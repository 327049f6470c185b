import { FIRST_LABEL, type GroupedValue } from './cross-table.ts';
import type { CodeCounts, PairCounts } from './label-bits.ts';
import { none, type Outcome, some } from './outcome.ts';
import { NO_VARIATION } from './wilson.ts';

/** How many of the items a rater gave each label. */
const byLabel = ({ totals }: CodeCounts): number[] => [...totals.subarray(FIRST_LABEL)];

/** What an item adds to the error of a value: where both gave it one label, always, and by the label of each rater. */
interface Weights {
  readonly equal: number;
  readonly constant: number;
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** Sums of the weights of each group's items. Loops are plain, because they run over every group and pair. */
function sumsByGroup(
  { labels, equal, first, second, sums, shared }: PairCounts,
  weights: Weights,
): Pick<GroupedValue, 'sums' | 'met'> {
  const groups = sums.length;
  for (let g = 0; g < groups; g += 1) sums[g] = weights.equal * (equal[g] ?? 0);
  shared.fill(0);
  for (let k = 0; k < labels; k += 1) {
    const own = (weights.first[k] ?? 0) + weights.constant;
    const other = weights.second[k] ?? 0;
    const at = (FIRST_LABEL + k) * groups;
    for (let g = 0; g < groups; g += 1) {
      const n = first.grouped[at + g] ?? 0;
      shared[g] = (shared[g] ?? 0) + n;
      sums[g] = (sums[g] ?? 0) + n * own + (second.grouped[at + g] ?? 0) * other;
    }
  }
  let met = 0;
  for (let g = 0; g < groups; g += 1) met += Math.min(1, shared[g] ?? 0);
  return { sums, met };
}

/**
 * Cohen's kappa of two raters' names for items, as `linearKappa` has it: its terms depend on whether the two labels are one, and on how often
 * each of them was given by the other rater, so that sums of them need no table of every two labels. The sums are only good until the next
 * pair.
 */
export function kappaOfPair(counts: PairCounts): Outcome<GroupedValue> {
  const { n } = counts;
  if (n === 0) return none('no item with two labels');
  const [first, second] = [byLabel(counts.first), byLabel(counts.second)];
  let chance = 0;
  for (let k = 0; k < first.length; k += 1) chance += ((first[k] ?? 0) / n) * ((second[k] ?? 0) / n);
  const rest = 1 - chance;
  if (rest < NO_VARIATION) return none('both raters gave one and the same label only');
  const observed = counts.alike / n;
  const scale = 1 / (n * rest * rest);
  const spread = (observed - 1) * scale;
  const grouped = sumsByGroup(counts, {
    equal: rest * scale,
    constant: -observed * rest * scale - 2 * chance * spread,
    first: second.map((count) => (count / n) * spread),
    second: first.map((count) => (count / n) * spread),
  });
  return some({ value: (observed - chance) / rest, ...grouped });
}

/** Of items with two labels, those that the first rater gave the last label, those that the second did, and those that both did. */
export function lastLabels(counts: PairCounts): {
  readonly first: number;
  readonly second: number;
  readonly both: number;
} {
  const [first = 0, second = 0] = [counts.first.totals.at(-1), counts.second.totals.at(-1)];
  // Of two labels, items with equal ones are those of the first and those of the last: n + 2 · both − first − second.
  return { first, second, both: (counts.alike + first + second - counts.n) / 2 };
}

/** A fact of 0 or 1 that is true of this share, standardised. */
const standardised = (share: number): readonly [number, number] => {
  const spread = Math.sqrt(share * (1 - share));
  return [-share / spread, (1 - share) / spread];
};

/**
 * Phi coefficient of the last of two labels (wrong of right and wrong): the correlation r of two yes/no facts. Terms, of standardised
 * z: (z_a z_b − r(z_a² + z_b²)/2)/n. None if one of the two never varies.
 */
export function phiOfPair(counts: PairCounts): Outcome<GroupedValue> {
  const { n } = counts;
  if (n === 0) return none('no item that both labelled');
  const last = lastLabels(counts);
  const [p, q] = [last.first / n, last.second / n];
  const spread = Math.sqrt(p * (1 - p) * q * (1 - q));
  if (spread < NO_VARIATION) return none('one of the two is always right or always wrong');
  const value = (last.both / n - p * q) / spread;
  const [x, y] = [standardised(p), standardised(q)];
  // A product of two facts is a sum of what equal labels add, what each last label adds, and a constant.
  const equal = (x[0] * y[0] + x[1] * y[1] - x[0] * y[1] - x[1] * y[0]) / 2;
  const constant = x[0] * y[0] - equal;
  const weights = (z: readonly [number, number], product: number): readonly number[] => [
    (-value * z[0] * z[0]) / 2 / n,
    (product - constant - (value * z[1] * z[1]) / 2) / n,
  ];
  const grouped = sumsByGroup(counts, {
    equal: equal / n,
    constant: constant / n,
    first: weights(x, x[1] * y[0]),
    second: weights(y, x[0] * y[1]),
  });
  return some({ value, ...grouped });
}
