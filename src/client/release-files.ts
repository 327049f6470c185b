import type { BoardPair } from '../schema/board.ts';
import type { BoardFile, ComparisonFile, FileList, SwitchedValues } from '../schema/release-paths.ts';
import { staleRelease } from './failure.ts';
import { dataAddress, fetchHashedJson, fetchReleaseJson, loadManifest, pageRelease } from './manifest.ts';
import { shared, sharedByKey } from './shared.ts';

/** Every pair of a computed board's rows, by column key: see `Board.pairs`. */
export type BoardPairs = Readonly<Record<string, readonly BoardPair[]>>;

/** Loads the paired differences of a computed board, from its own file. Throws ClientFailure. */
export async function loadPairs(address: string): Promise<BoardPairs> {
  const { href } = new URL(address, location.href);
  return ((await fetchHashedJson(href)) as BoardFile).pairs;
}

/** A board of runs under a switch: columns, and rows in the official order. Throws ClientFailure. */
export async function loadSwitched(address: string): Promise<SwitchedValues> {
  const { href } = new URL(address, location.href);
  return (await fetchHashedJson(href)) as SwitchedValues;
}

const files = sharedByKey<ComparisonFile>(1);

/** Which tables hold which judges, and whose cases are known. `address` carries the file's hash. Throws ClientFailure. */
export function loadComparison(address: string): Promise<ComparisonFile> {
  const { href } = new URL(address, location.href);
  return files(href, async () => {
    const file = (await fetchHashedJson(href)) as ComparisonFile;
    const page = pageRelease();
    if (page === null || page === file.release) return file;
    throw staleRelease(`The page shows release ${page}, the server has ${file.release}.`);
  });
}

const list = shared(async (): Promise<FileList> => {
  const { list: path, files } = await loadManifest();
  return path === undefined ? files : ((await fetchReleaseJson(path)) as FileList);
});

/** Address of a file by its name without the hash: `boards/x/table-1.csv`. Throws ClientFailure where the list does not come, RangeError for an unknown file. */
export async function fileAddress(name: string): Promise<string> {
  const files = await list.get();
  const found = files.find(({ path }) => path.replace(/\.[0-9a-f]{12}(?=\.)/, '') === name);
  if (found === undefined) throw new RangeError(`the release has no file ${name}`);
  return dataAddress(found.path);
}
