import { METRICS } from '../metrics/index.ts';

/** The part of a metric's definition that a case needs to say what its answers earned. */
export interface MetricFacts {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly unit: 'ratio' | 'score' | 'variance' | 'number';
  /** Whether some rows cost the judge something. */
  readonly losable: boolean;
}

/** Gives the facts of all metrics that have rows of their own. */
export function metricFacts(): MetricFacts[] {
  return METRICS.filter((metric) => metric.contributions !== null).map(({ id, label, name, unit, loss }) => ({
    id,
    label,
    name,
    unit,
    losable: loss !== null,
  }));
}
