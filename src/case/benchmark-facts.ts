import { benchmarkLabels } from '../cases/labels.ts';
import { METRICS } from '../metrics/index.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { CaseFacts, MetricFacts } from './facts.ts';

function metricFacts(): MetricFacts[] {
  return METRICS.filter((metric) => metric.contributions !== null).map(({ id, label, name, unit, loss }) => ({
    id,
    label,
    name,
    unit,
    losable: loss !== null,
  }));
}

type FromBenchmark = 'synthetic' | 'criteria' | 'labels' | 'perturbations' | 'metrics' | 'unseen';

/** What the page of a case knows from its benchmark's description and from the metrics alone. */
export const benchmarkFacts = (benchmark: Benchmark): Pick<CaseFacts, FromBenchmark> => ({
  synthetic: benchmark.synthetic,
  criteria: benchmark.criteria.map(({ id, split, label }) => ({ id, split, label })),
  labels: benchmarkLabels(benchmark),
  perturbations: Object.fromEntries(benchmark.bias_types.map((type) => [type.id, type.metric])),
  metrics: metricFacts(),
  unseen: benchmark.unseen ?? '',
});
