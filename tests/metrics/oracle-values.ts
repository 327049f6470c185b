/** Values from the oracle's contributions, written from docs/metrics.md; no code shared with src. Null where there is no value. */
import type { Contribution } from './oracle-rows.ts';

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;

/** Σnum/Σden of each group, for groups with a denominator. */
function ratios(rows: readonly Contribution[], group: (slice: Contribution['slice']) => string): number[] {
  const sums = new Map<string, [number, number]>();
  for (const { slice, num, den } of rows) {
    const [n, d] = sums.get(group(slice)) ?? [0, 0];
    sums.set(group(slice), [n + num, d + den]);
  }
  return [...sums.values()].filter(([, d]) => d !== 0).map(([n, d]) => n / d);
}

const repeat = ({ repeat: r = '' }: Contribution['slice']) => r;
const of = (rows: readonly Contribution[], ...metrics: string[]) => rows.filter((c) => metrics.includes(c.metric));

function meanOfVariances(rows: readonly Contribution[]): number | null {
  const variances: number[] = [];
  for (const r of new Set(rows.map((c) => repeat(c.slice)))) {
    const scores = rows.filter((c) => repeat(c.slice) === r).map((c) => c.num);
    const m = mean(scores) ?? 0;
    if (scores.length > 1) variances.push(scores.reduce((a, y) => a + (y - m) ** 2, 0) / (scores.length - 1));
  }
  return mean(variances);
}

const RATIOS = [
  ...['pacc', 'tos', 'cmr', 'criterion_accuracy', 'position_consistency', 'coverage', 'halo', 'leakage'],
  ...['inter_run_variance', 'abstention_ratio', 'verbosity_robustness', 'critique_accuracy', 'critique_score'],
  ...['correction_score', 'preference_accuracy'],
  ...['all_orders_accuracy', 'both_orders_accuracy', 'order_majority_accuracy'],
];

/** Values of one run over all its slices. */
export function oracleValues(rows: readonly Contribution[]): Map<string, number | null> {
  const values = new Map<string, number | null>();
  for (const metric of RATIOS) values.set(metric, mean(ratios(of(rows, metric), repeat)));
  values.set('overall_accuracy', values.get('criterion_accuracy') ?? null);
  values.set('position_robustness', values.get('position_consistency') ?? null);
  const perType = (own: readonly Contribution[], ...metrics: string[]) =>
    mean(ratios(of(own, ...metrics), ({ dimension, bias_type }) => [dimension, bias_type].join()));
  const byLabels = (own: readonly Contribution[], gold: string) =>
    mean(
      ratios(
        of(own, 'conflict_discrimination').filter(({ slice: { gold: g } }) => g === gold),
        () => '',
      ),
    );
  const plus = (a: number | null, b: number | null, more: number) => (a === null || b === null ? null : a + b + more);
  const bySeed: Readonly<Record<string, (own: readonly Contribution[]) => number | null>> = {
    criterion_average: (own) =>
      mean(ratios(of(own, 'criterion_accuracy'), ({ split, criterion }) => [split, criterion].join())),
    bd: (own) => perType(own, 'bd'),
    bc: (own) => perType(own, 'bc'),
    reliability: (own) => perType(own, 'bd', 'bc'),
    discernment: (own) => plus(perType(own, 'bd'), perType(own, 'bc'), -1),
    conflict_discrimination: (own) => {
      const agree = byLabels(own, 'agree');
      return plus(byLabels(own, 'differ'), agree === null ? null : -agree, 0);
    },
  };
  // As in the official code: every seed has its value, over what it holds, and the mean of these is reported.
  const seeds = [...Map.groupBy(rows, ({ slice }) => repeat(slice)).values()];
  for (const [metric, value] of Object.entries(bySeed)) {
    values.set(metric, mean(seeds.map(value).filter((v) => v !== null)));
  }
  values.set('inter_sample_variance', meanOfVariances(of(rows, 'inter_sample_variance')));
  return values;
}

/**
 * Standard error of the mean over repeats of Σnum/Σden, by cluster: every cluster's share of each repeat's deviation
 * (Σnum − R·Σden over its rows, divided by the repeat's denominator, times n/(n − 1) under the root) is added up over the repeats and
 * squared. Null without a value, or where one cluster alone carries a repeat.
 */
export function oracleError(rows: readonly Contribution[], metric: string): number | null {
  const own = of(rows, metric).filter((c) => c.num !== 0 || c.den !== 0);
  const total = (some: readonly Contribution[], part: 'num' | 'den') => some.reduce((sum, c) => sum + c[part], 0);
  const repeats = [...Map.groupBy(own, (c) => repeat(c.slice)).values()].filter((some) => total(some, 'den') !== 0);
  const deviations = new Map<string, number>();
  for (const some of repeats) {
    const [num, den] = [total(some, 'num'), total(some, 'den')];
    const clusters = Map.groupBy(some, (c) => c.cluster);
    const n = clusters.size;
    if (n === 1) return null;
    for (const [cluster, mine] of clusters) {
      const deviation = (total(mine, 'num') - (num / den) * total(mine, 'den')) / den;
      const scaled = (deviation * Math.sqrt(n / (n - 1))) / repeats.length;
      deviations.set(cluster, (deviations.get(cluster) ?? 0) + scaled);
    }
  }
  return repeats.length === 0 ? null : Math.sqrt([...deviations.values()].reduce((sum, d) => sum + d * d, 0));
}

/** Metrics of which `oracleError` is the error. */
export const PLAIN_RATIOS: readonly string[] = RATIOS;
