import type { LabelCount } from '../../src/stats/agreement.ts';

/** Cohen's kappa, (p_o − p_e)/(1 − p_e), from the definition (Educ. Psychol. Meas. 20, 1960); NaN where it has none. */
export function kappa(counts: readonly LabelCount[]): number {
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const share = (of: (count: LabelCount) => boolean): number =>
    counts.reduce((sum, count) => sum + (of(count) ? count.n : 0), 0) / total;
  const labels = new Set(counts.flatMap(({ a, b }) => [a, b]));
  const chance = [...labels].reduce(
    (sum, label) => sum + share(({ a }) => a === label) * share(({ b }) => b === label),
    0,
  );
  return (share(({ a, b }) => a === b) - chance) / (1 - chance);
}
