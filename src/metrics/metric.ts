import type { MetricDefinition } from '../schema/metric.ts';

/** A metric with its SQL. */
export interface Metric extends MetricDefinition {
  /** Ids of the metrics whose contributions it sums: itself, or those whose rows it shares. */
  readonly rows: readonly string[];
  /**
   * `SELECT run, cluster, instance, slice, num, den` over the views of `views.ts` and its siblings, one row per contribution;
   * null where it only sums others' rows.
   */
  readonly contributions: string | null;
}
