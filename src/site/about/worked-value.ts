import { metricById } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Board } from '../../schema/board.ts';
import { type Example, exampleOf } from '../methods/example.ts';

/** A value taken apart, with its metric. */
export interface WorkedValue extends Example {
  readonly metric: Metric;
}

/**
 * Picks the first value of a benchmark that can be taken apart: of the columns that rank its boards, else of any of its metrics. `boards`: its own, the
 * main one first. Null where the digits printed tell too little of every one.
 */
export function workedValue(benchmark: Benchmark, boards: readonly Board[]): WorkedValue | null {
  const ranking = boards.flatMap(({ columns, sort }) => columns.find(({ key }) => key === sort?.column)?.metric ?? []);
  for (const id of new Set([...ranking, ...benchmark.metrics.map((metric) => metric.id)])) {
    const metric = metricById(id);
    const example = metric === undefined ? null : exampleOf(metric, boards);
    if (metric !== undefined && example !== null && example.steps.length > 0) return { ...example, metric };
  }
  return null;
}
