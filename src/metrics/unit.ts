import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardColumn } from '../schema/board.ts';
import type { MetricDefinition } from '../schema/metric.ts';

/** Gives the unit that a column of a metric is stated in: the column's own, or that of the benchmark, or the metric's. */
export function unitIn(
  { metrics }: Pick<Benchmark, 'metrics'>,
  metric: MetricDefinition,
  own?: BoardColumn['unit'],
): BoardColumn['unit'] {
  const stated = own ?? metrics.find((m) => m.id === metric.id)?.unit;
  return stated ?? (metric.unit === 'number' ? 'ratio' : metric.unit);
}

/** Gives the factor from a metric's natural unit to a column's: percents are 100 times the ratio. */
export const scaleOf = (unit: BoardColumn['unit'], metric: MetricDefinition): number =>
  unit === 'percent' && metric.unit === 'ratio' ? 100 : 1;
