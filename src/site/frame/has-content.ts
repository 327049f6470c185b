import type { Manifest } from '../../schema/release.ts';

/** Says whether a benchmark has published tables or instances. One that is only registered is left out of menus. */
export function hasContent(benchmark: Pick<Manifest['benchmarks'][number], 'tables' | 'instances'>): boolean {
  return benchmark.tables.length > 0 || benchmark.instances !== null;
}
