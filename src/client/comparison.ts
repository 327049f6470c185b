import type { ComparedTables, ComparisonFile } from '../schema/comparison.ts';
import { staleRelease } from './failure.ts';
import { fetchJson } from './fetch.ts';
import { ComparedTablesForm, ComparisonFileForm } from './forms.ts';
import { pageRelease, validated } from './manifest.ts';
import { sharedByKey } from './shared.ts';

const files = sharedByKey<ComparisonFile>(1);
const tables = sharedByKey<ComparedTables>(16);

/**
 * Loads which tables hold which judges, and whose cases are known. `address` carries the file's hash, so the file never changes. Throws
 * ClientFailure.
 */
export function loadComparison(address: string): Promise<ComparisonFile> {
  const { href } = new URL(address, location.href);
  return files(href, async () => {
    const file = validated(ComparisonFileForm, await fetchJson(href, { freshness: 'immutable' }), address);
    const page = pageRelease();
    if (page === null || page === file.release) return file;
    throw staleRelease(`The page shows release ${page}, the server has ${file.release}.`);
  });
}

/** Loads the tables of one benchmark, packed, from the file of this name beside the comparison's own. Throws ClientFailure. */
export function loadTables(address: string, name: string): Promise<ComparedTables> {
  const { href } = new URL(name, new URL(address, location.href));
  return tables(href, async () =>
    validated(ComparedTablesForm, await fetchJson(href, { freshness: 'immutable' }), name),
  );
}
