import type { MetricFacts } from '../cases/metric-facts.ts';
import type { Case } from '../schema/shard.ts';
import { entryOf } from '../schema/words.ts';
import type { CaseFacts } from './facts.ts';

type Contribution = Case['contributions'][number];

/** What the case brought each run under one metric. */
export interface CaseEarned {
  readonly metric: MetricFacts;
  /** Runs are in the order of the shard. */
  readonly runs: readonly Contribution[];
  /** Runs with a row that fulfils the metric's loss rule. */
  readonly losers: number;
  /** Σnum / Σden over the runs; null where the denominators add up to nothing. */
  readonly value: number | null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, x) => total + x, 0);

export function ratio({ num, den }: { readonly num: number; readonly den: number }): number | null {
  return den === 0 ? null : num / den;
}

/** Gives what the build scored for this case by each metric that can be lost, in the order in which metrics are presented. */
export function earnedOf(data: Case, facts: CaseFacts): readonly CaseEarned[] {
  return facts.metrics.flatMap((metric) => {
    const runs = data.contributions.filter((row) => row.metric === metric.id);
    if (!metric.losable || runs.length === 0) return [];
    const value = ratio({ num: sum(runs.map((row) => row.num)), den: sum(runs.map((row) => row.den)) });
    return [{ metric, runs, losers: runs.filter((row) => row.lost > 0).length, value }];
  });
}

/** Writes ratios as parts of one, and scores with one decimal: no more digits than a single case supports. */
export function earnedText(value: number | null, unit: MetricFacts['unit']): string {
  if (value === null) return '–';
  return unit === 'score' ? value.toFixed(1) : value.toFixed(2);
}

/** Finds the metric that measures a perturbation, and each run's contribution; null where no metric is named for it. */
export function perturbationMetric(data: Case, facts: CaseFacts, condition: string): CaseEarned | null {
  const id =
    entryOf(facts.perturbations, condition) ?? entryOf(facts.perturbations, data.attributes['bias_type'] ?? '');
  return earnedOf(data, facts).find(({ metric }) => metric.id === id) ?? null;
}
