import type { ShownAnswer } from '../../case/outcome.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Manifest } from '../../schema/release.ts';

/** Says whether a benchmark has published tables or instances. One that is only registered is left out of menus. */
export function hasContent(benchmark: Pick<Manifest['benchmarks'][number], 'tables' | 'instances'>): boolean {
  return benchmark.tables.length > 0 || benchmark.instances !== null;
}

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

/** What of a case may stand on any page: its texts are in the release, and no note has to be read before them. */
export interface CaseWords {
  readonly prompt: string;
  /** A picture that this site holds and that is small; null where the case has none here. */
  readonly picture: { readonly path: string; readonly alt: string } | null;
  /** What is judged: its text, or what made it. */
  readonly responses: readonly { readonly name: string; readonly text: string }[];
  /** The sentence that decided for the first judge. */
  readonly reason: string;
}

/** A case that the first judge of a benchmark lost, as its next one did not. */
export interface OneCase {
  readonly benchmark: string;
  readonly instance: string;
  /** Where the first judge stands: `GPT-4o leads VIEScore, Text-guided editing, but was wrong here`; it leads only where nobody can be as good. */
  readonly lead: string;
  readonly synthetic: boolean;
  readonly criterion: string;
  readonly gold: string;
  /** The first judge, the next one and another. */
  readonly answers: readonly { readonly run: string; readonly name: string; readonly shown: ShownAnswer }[];
  /** Opens the case on the first judge, in the list of all that it lost. */
  readonly href: string;
  /** Null where the texts are not here, or stand behind a note. */
  readonly words: CaseWords | null;
}
