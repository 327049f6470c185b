import type { CaseFacts, MetricFacts, RunFacts } from '../case/facts.ts';
import { benchmarkLabels } from '../cases/labels.ts';
import { METRICS } from '../metrics/index.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Judge } from '../schema/judge.ts';
import type { Manifest } from '../schema/release.ts';

interface Sources {
  readonly manifest: Manifest;
  readonly judges: readonly Judge[];
  readonly runs: readonly RunFacts[];
}

function metricFacts(): MetricFacts[] {
  return METRICS.filter((metric) => metric.contributions !== null).map(({ id, label, name, unit, loss }) => ({
    id,
    label,
    name,
    unit,
    losable: loss !== null,
  }));
}

/** Everything that the page of a benchmark's cases is told when it is prerendered. */
export function caseFacts(benchmark: Benchmark, { manifest, judges, runs }: Sources): CaseFacts {
  const demonstration = manifest.benchmarks.find((b) => b.synthetic && b.instances !== null && b.id !== benchmark.id);
  return {
    benchmark: benchmark.id,
    name: benchmark.name,
    synthetic: benchmark.synthetic,
    criteria: benchmark.criteria.map(({ id, split, label }) => ({ id, split, label })),
    labels: benchmarkLabels(benchmark),
    perturbations: Object.fromEntries(benchmark.bias_types.map((type) => [type.id, type.metric])),
    runs,
    names: Object.fromEntries(judges.map((judge) => [judge.id, judge.name])),
    metrics: metricFacts(),
    demonstration: demonstration === undefined ? null : { id: demonstration.id, name: demonstration.name },
  };
}
