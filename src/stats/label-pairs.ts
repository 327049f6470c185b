import { FIRST_LABEL, type GroupedValue } from './cross-table.ts';
import { none, type Outcome, some } from './outcome.ts';
import type { PairCounts } from './pair-counts.ts';
import { NO_VARIATION } from './wilson.ts';

/**
 * Gives the sums by group of what items add to the error of a value: `ifEqual` where both gave one label, and what `room` says by the label of each.
 * All shared items add what those with the two first labels do; others add the difference. Loops are plain, because they run over every
 * slot and pair.
 */
function sumsByGroup({ counts, groups, room }: PairCounts, ifEqual: number): Pick<GroupedValue, 'sums' | 'met'> {
  const { sums, first, second } = room;
  const [one, other] = [first[FIRST_LABEL] ?? 0, second[FIRST_LABEL] ?? 0];
  sums.fill(0);
  let [met, last] = [0, -1];
  let [ifShared, ifUnlike] = [ifEqual + one + other, -ifEqual];
  for (let code = FIRST_LABEL + 1, at = 0; code < first.length; code += 1) {
    const more = (first[code] ?? 0) - one;
    const otherMore = (second[code] ?? 0) - other;
    for (let s = 0; s < groups.length; s += 1, at += 1) {
      const group = groups[s] ?? 0;
      const word = counts[at] ?? 0;
      const shared = word & 255;
      if (shared > 0 && group !== last) {
        met += 1;
        last = group;
      }
      sums[group] =
        (sums[group] ?? 0) +
        ifShared * shared +
        ifUnlike * ((word >>> 8) & 255) +
        more * ((word >>> 16) & 255) +
        otherMore * (word >>> 24);
    }
    // Of further labels the counts say what is taken off again.
    [ifShared, ifUnlike] = [0, ifEqual];
  }
  return { sums, met };
}

/**
 * Gives Cohen's kappa of two raters' names for items, as `linearKappa` has it: its terms depend on whether the two labels are one, and on how often
 * each of them was given by the other rater, so that sums of them need no table of every two labels. The sums are only good until the next
 * pair.
 */
export function kappaOfPair(counts: PairCounts): Outcome<GroupedValue> {
  const { n, room } = counts;
  if (n === 0) return none('no item with two labels');
  const [first, second] = [counts.first, counts.second];
  let chance = 0;
  for (let code = FIRST_LABEL; code < first.length; code += 1)
    chance += ((first[code] ?? 0) / n) * ((second[code] ?? 0) / n);
  const rest = 1 - chance;
  if (rest < NO_VARIATION) return none('both raters gave one and the same label only');
  const observed = counts.alike / n;
  const scale = 1 / (n * rest * rest);
  const spread = (observed - 1) * scale;
  const constant = -observed * rest * scale - 2 * chance * spread;
  for (let code = FIRST_LABEL; code < first.length; code += 1) {
    room.first[code] = ((second[code] ?? 0) / n) * spread + constant;
    room.second[code] = ((first[code] ?? 0) / n) * spread;
  }
  return some({ value: (observed - chance) / rest, ...sumsByGroup(counts, rest * scale) });
}

/** Counts, of items with two labels, those that the first rater gave the last label, those that the second did, and those that both did. */
export function lastLabels(counts: PairCounts): {
  readonly first: number;
  readonly second: number;
  readonly both: number;
} {
  const [first = 0, second = 0] = [counts.first.at(-1), counts.second.at(-1)];
  // Of two labels, items with equal ones are those of the first and those of the last: n + 2 · both − first − second.
  return { first, second, both: (counts.alike + first + second - counts.n) / 2 };
}

/** Gives a fact of 0 or 1 that is true of this share, standardised. */
const standardised = (share: number): readonly [number, number] => {
  const spread = Math.sqrt(share * (1 - share));
  return [-share / spread, (1 - share) / spread];
};

/**
 * Gives the phi coefficient of the last of two labels (wrong of right and wrong): the correlation r of two yes/no facts. Terms, of standardised
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
  const weight = (z: number, product: number): number => (product - (value * z * z) / 2) / n;
  counts.room.first.set([weight(x[0], constant), weight(x[1], x[1] * y[0])], FIRST_LABEL);
  counts.room.second.set([weight(y[0], 0), weight(y[1], x[0] * y[1] - constant)], FIRST_LABEL);
  return some({ value, ...sumsByGroup(counts, equal / n) });
}
