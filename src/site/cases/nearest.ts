import type { Benchmark } from '../../schema/benchmark.ts';
import type { Manifest } from '../../schema/release.ts';

/** A benchmark whose cases can be opened. */
export interface CasesElsewhere {
  readonly id: string;
  readonly name: string;
  readonly synthetic: boolean;
}

/** Measures how far a benchmark is from another: synthetic data are farthest, then another way of judging, then criteria where the other has none. */
function distance(from: Benchmark, to: Benchmark): number {
  const criteria = from.criteria.length > 0 === to.criteria.length > 0;
  return Number(to.synthetic) * 4 + Number(from.protocol !== to.protocol) * 2 + Number(!criteria);
}

/** Finds other benchmarks with cases, the nearest first, for a page that has none of its own to show. */
export function casesElsewhere(
  benchmark: Benchmark,
  { benchmarks, manifest }: { readonly benchmarks: readonly Benchmark[]; readonly manifest: Manifest },
): readonly CasesElsewhere[] {
  const withCases = new Set(manifest.benchmarks.flatMap(({ id, instances }) => (instances === null ? [] : [id])));
  return benchmarks
    .filter(({ id }) => id !== benchmark.id && withCases.has(id))
    .toSorted((a, b) => distance(benchmark, a) - distance(benchmark, b) || a.order - b.order)
    .map(({ id, name, synthetic }) => ({ id, name, synthetic }));
}
