import type { Benchmark } from '../schema/benchmark.ts';
import type { BoardColumn } from '../schema/board.ts';
import type { MetricDefinition } from '../schema/metric.ts';

/** Gives the factor from a metric's natural unit to a column's: percents are 100 times the ratio. */
export const scaleOf = (unit: BoardColumn['unit'], metric: MetricDefinition): number =>
  unit === 'percent' && metric.unit === 'ratio' ? 100 : 1;

/** Digits after the point where a benchmark asks for none in particular. */
const DECIMALS: Readonly<Record<BoardColumn['unit'], number>> = {
  percent: 1,
  ratio: 3,
  score: 2,
  variance: 2,
  count: 0,
  text: 0,
};

/** Says how many digits a metric's computed values have after the point. */
export const decimalsOf = (benchmark: Benchmark, metric: MetricDefinition, unit: BoardColumn['unit']): number =>
  benchmark.metrics.find((m) => m.id === metric.id)?.decimals ?? DECIMALS[unit];

/**
 * Gives the fields that a column takes from its metric, for printed and computed boards. The unit is the column's own, or that of the
 * benchmark, or the metric's.
 */
export function metricFields(
  benchmark: Benchmark,
  metric: MetricDefinition,
  own?: BoardColumn['unit'],
): Pick<BoardColumn, 'metric' | 'unit' | 'direction' | 'range' | 'formula' | 'about' | 'source'> {
  const use = benchmark.metrics.find((m) => m.id === metric.id);
  const unit = own ?? use?.unit ?? (metric.unit === 'number' ? 'ratio' : metric.unit);
  const scale = scaleOf(unit, metric);
  return {
    metric: metric.id,
    unit,
    direction: metric.direction,
    range: metric.range === null ? null : [metric.range[0] * scale, metric.range[1] * scale],
    formula: metric.formula,
    about: [metric.about, metric.edge, use?.note].filter(Boolean).join(' '),
    source: use?.source ?? metric.source,
  };
}
