import type { ComparisonFile } from '../schema/release-paths.ts';
import { staleRelease } from './failure.ts';
import { fetchHashedJson, pageRelease } from './manifest.ts';
import { sharedByKey } from './shared.ts';

const files = sharedByKey<ComparisonFile>(1);

/**
 * Loads which tables hold which judges, and whose cases are known. `address` carries the file's hash, so the file never changes. Throws
 * ClientFailure.
 */
export function loadComparison(address: string): Promise<ComparisonFile> {
  const { href } = new URL(address, location.href);
  return files(href, async () => {
    const file = (await fetchHashedJson(href)) as ComparisonFile;
    const page = pageRelease();
    if (page === null || page === file.release) return file;
    throw staleRelease(`The page shows release ${page}, the server has ${file.release}.`);
  });
}
