import { metricFacts } from '../cases/gather.ts';
import { benchmarkLabels } from '../cases/labels.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { CaseFacts } from './facts.ts';

export const benchmarkFacts = (benchmark: Benchmark) =>
  ({
    synthetic: benchmark.synthetic,
    criteria: benchmark.criteria.map(({ id, split, label }) => ({ id, split, label })),
    labels: benchmarkLabels(benchmark),
    perturbations: Object.fromEntries(benchmark.bias_types.map((type) => [type.id, type.metric])),
    metrics: metricFacts(),
    unseen: benchmark.unseen ?? '',
    tasks: Object.fromEntries(benchmark.splits.flatMap(({ id, about }) => (about === undefined ? [] : [[id, about]]))),
    pictures: benchmark.pictures_from ?? '',
  }) satisfies Partial<CaseFacts>;
