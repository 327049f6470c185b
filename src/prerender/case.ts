import type { CaseFacts, MetricFacts, RunFacts } from '../case/facts.ts';
import { benchmarkLabels } from '../cases/labels.ts';
import { METRICS } from '../metrics/index.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Judge } from '../schema/judge.ts';
import type { Manifest } from '../schema/release.ts';
import { casesElsewhere } from '../site/cases/nearest.ts';

interface Sources {
  readonly manifest: Manifest;
  readonly benchmarks: readonly Benchmark[];
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
export function caseFacts(benchmark: Benchmark, { manifest, benchmarks, judges, runs }: Sources): CaseFacts {
  const [elsewhere] = casesElsewhere(benchmark, { benchmarks, manifest });
  const instances = manifest.benchmarks.find(({ id }) => id === benchmark.id)?.instances ?? null;
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
    elsewhere: elsewhere === undefined ? null : { id: elsewhere.id, name: elsewhere.name },
    texts: instances?.texts ?? null,
    unseen: benchmark.unseen ?? '',
  };
}
