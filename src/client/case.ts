import { indexPath, PAGE_SIZE, shardOf, shardPath, wholeCase } from '../schema/release-paths.ts';
import type { Case, IndexPage, PageIndex, StoredCase } from '../schema/shard.ts';
import { ClientFailure, damaged } from './failure.ts';
import { isLocalName } from './local-release.ts';
import { dataAddress, fetchReleaseJson, loadInstanceData } from './manifest.ts';
import { abortable, sharedByKey } from './shared.ts';

const pages = sharedByKey<IndexPage>(64);
const shards = sharedByKey<readonly StoredCase[]>(24);

/** Reads the hash in the file name of a shard or word bucket; null if it is empty. */
export async function hashAt(index: PageIndex, number: number): Promise<string | null> {
  const path = indexPath(index, Math.floor(number / PAGE_SIZE));
  const page = await pages(path, async () => (await fetchReleaseJson(path)) as IndexPage);
  return page[number % PAGE_SIZE] ?? null;
}

async function readShard(benchmark: string, index: PageIndex, number: number): Promise<readonly StoredCase[]> {
  const hash = await hashAt(index, number);
  if (hash === null) return [];
  const path = shardPath(benchmark, number, hash);
  return shards(path, async () => {
    const cases = (await fetchReleaseJson(path)) as readonly StoredCase[];
    // Over plain HTTP hashes are not compared, and a file without cases would look like one that lacks this case.
    const areCases = Array.isArray(cases) && cases.every((one) => typeof one?.instance === 'string');
    if (!areCases) throw damaged(dataAddress(path), 'It has another form than that of cases.');
    return cases;
  });
}

async function storedCase(benchmark: string, id: string): Promise<Case | undefined> {
  const { index, shards: count } = await loadInstanceData(benchmark);
  const shard = await readShard(benchmark, index, shardOf(id, count));
  const found = shard.find(({ instance }) => instance === id);
  return found === undefined ? undefined : wholeCase(found);
}

async function findCase(benchmark: string, id: string): Promise<Case> {
  // An id that was copied may have brought blanks along.
  const found =
    (await storedCase(benchmark, id)) ?? (id.trim() === id ? undefined : await storedCase(benchmark, id.trim()));
  if (found !== undefined) return found;
  throw new ClientFailure('unknown-id', {
    what: `There is no case “${id}”.`,
    why: isLocalName(benchmark)
      ? 'Your files hold no case with this id.'
      : `The release holds no instance of ${benchmark} with this id.`,
    todo: 'Check the address, or look for the case in the explorer.',
  });
}

/**
 * Loads one instance with all its texts: three requests whatever the size of the data (manifest, one index page, one shard), no
 * engine. Neighbours in the same shard cost nothing more. Throws ClientFailure (`unknown-id`, `no-instances`, …).
 */
export function loadCase(benchmark: string, id: string, options: { signal?: AbortSignal } = {}): Promise<Case> {
  return abortable(findCase(benchmark, id), options.signal);
}

/** At most this many shards are on their way at a time. */
const AT_ONCE = 6;

/** Loads many instances with their texts, by id, each shard fetched once; ids that the release does not hold are left out. Throws ClientFailure. */
export async function loadCases(
  benchmark: string,
  ids: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, Case>> {
  const { index, shards: count } = await loadInstanceData(benchmark);
  const wanted = [...Map.groupBy(ids, (id) => shardOf(id, count))];
  const found = new Map<string, Case>();
  const work = async (): Promise<void> => {
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
      signal.throwIfAborted();
      const [number, list] = next;
      const shard = await readShard(benchmark, index, number);
      const own = new Set(list);
      for (const one of shard.filter(({ instance }) => own.has(instance))) found.set(one.instance, wholeCase(one));
    }
  };
  await abortable(Promise.all(Array.from({ length: AT_ONCE }, work)), signal);
  return found;
}
