import type { MetricDefinition } from '../schema/metric.ts';
import type { Combination } from '../stats/cluster.ts';
import type { Outcome } from '../stats/outcome.ts';
import type { SliceSum } from './sums.ts';

/** Repeats: the mean of each repeat's value (official code of MM-JudgeBias), or all repeats in one sum. */
export type Repeats = 'mean' | 'pooled';

/** A metric with its SQL and with how its sums become a value. */
export interface Metric extends MetricDefinition {
  /** Slice keys whose ratios stay apart until they are averaged (aggregate `macro`) or combined; [] for plain ratios. */
  readonly units: readonly string[];
  /** For `derived` values that are a combination of means of ratios, for example BD + BC − 1; else null. */
  readonly combination: Combination | null;
  /** For a `derived` value that is another function of one run's sums; else null. */
  readonly derive: ((sums: readonly SliceSum[], repeats: Repeats) => Outcome<number>) | null;
  /** Ids of the metrics whose contributions it sums: itself, or those whose rows it shares. */
  readonly rows: readonly string[];
  /**
   * `SELECT run, cluster, instance, slice, num, den`, one row per contribution, over the tables that `prepare` creates;
   * null where it only sums others' rows.
   */
  readonly contributions: string | null;
  /**
   * Where the labels decide which instances have rows: the metric with rows for all of them. Their clusters count as sampled in
   * the standard error.
   */
  readonly sampledAs?: string;
  /** Id of the figure of cases (a folder of `src/figures`) that shows how the value comes about; left out where none does. */
  readonly figure?: string;
}
