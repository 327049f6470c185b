import type { Manifest } from '../../schema/release.ts';

/** Says whether there is anything to see of a benchmark: published tables, or instances. One that is only registered has no place in menus. */
export function hasContent(benchmark: Pick<Manifest['benchmarks'][number], 'tables' | 'instances'>): boolean {
  return benchmark.tables.length > 0 || benchmark.instances !== null;
}
