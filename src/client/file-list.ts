import type { FileList } from '../schema/release-paths.ts';
import { dataAddress, fetchReleaseJson, loadManifest } from './manifest.ts';
import { shared } from './shared.ts';

const list = shared(async (): Promise<FileList> => {
  const { list: path, files } = await loadManifest();
  return path === undefined ? files : ((await fetchReleaseJson(path)) as FileList);
});

/**
 * Gives the address of a file of the release by its name without the hash: `boards/x/table-1.csv`. Throws ClientFailure where the list does
 * not come, RangeError where it has no such file.
 */
export async function fileAddress(name: string): Promise<string> {
  const files = await list.get();
  const found = files.find(({ path }) => path.replace(/\.[0-9a-f]{12}(?=\.)/, '') === name);
  if (found === undefined) throw new RangeError(`the release has no file ${name}`);
  return dataAddress(found.path);
}
