import type { ComparisonFile } from '../schema/comparison.ts';
import { staleRelease } from './failure.ts';
import { fetchJson } from './fetch.ts';
import { ComparisonFileForm } from './forms.ts';
import { pageRelease, validated } from './manifest.ts';

/** What judges can be compared by: `address` carries the file's hash, so it never changes. Throws ClientFailure. */
export async function loadComparison(address: string): Promise<ComparisonFile> {
  const { href } = new URL(address, location.href);
  const file = validated(ComparisonFileForm, await fetchJson(href, { freshness: 'immutable' }), address);
  const page = pageRelease();
  if (page === null || page === file.release) return file;
  throw staleRelease(`The page shows release ${page}, the server has ${file.release}.`);
}
