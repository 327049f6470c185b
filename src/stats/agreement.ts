import { none, type Outcome, some } from './outcome.ts';

/** How many items the first rater labelled `a` and the second `b`. Any labels; a tie is a label of its own. */
export interface LabelCount {
  readonly a: string;
  readonly b: string;
  readonly n: number;
}

/** Cohen's kappa, (p_o − p_e)/(1 − p_e) (Educ. Psychol. Meas. 20, 1960). None without items or when both use one label only. */
export function kappa(counts: readonly LabelCount[]): Outcome<number> {
  const total = counts.reduce((sum, c) => sum + c.n, 0);
  if (total === 0) return none('no item with two labels');
  const first = new Map<string, number>();
  const second = new Map<string, number>();
  let agreed = 0;
  for (const { a, b, n } of counts) {
    first.set(a, (first.get(a) ?? 0) + n);
    second.set(b, (second.get(b) ?? 0) + n);
    if (a === b) agreed += n;
  }
  let expected = 0;
  for (const [label, n] of first) expected += n * (second.get(label) ?? 0);
  const chance = expected / (total * total);
  return chance === 1
    ? none('both raters gave one and the same label only')
    : some((agreed / total - chance) / (1 - chance));
}

/** Plain mean of kappa over the pairs of raters that have one, with their number. One list of counts per pair. */
export function meanKappa(
  pairs: readonly (readonly LabelCount[])[],
): Outcome<{ readonly mean: number; readonly pairs: number }> {
  const values = pairs.map(kappa).flatMap((k) => (k.value === null ? [] : [k.value]));
  if (values.length === 0) return none('no pair of raters with a kappa');
  return some({ mean: values.reduce((sum, v) => sum + v, 0) / values.length, pairs: values.length });
}

/** Phi coefficient of two yes/no facts, from the counts of the four combinations; none if one fact never varies. */
export function phi(counts: {
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly neither: number;
}): Outcome<number> {
  const { both, first, second, neither } = counts;
  const product = (both + first) * (second + neither) * (both + second) * (first + neither);
  return product === 0
    ? none('one of the two never varies')
    : some((both * neither - first * second) / Math.sqrt(product));
}
