import type { ClientDirective } from 'astro';
import type { Manifest } from '../../schema/release.ts';
import { indexPath, PAGE_SIZE, shardOf, shardPath } from '../../schema/release-paths.ts';
import type { IndexPage } from '../../schema/shard.ts';
import { askEarly } from '../early-requests.ts';
import { isLoaded } from './ready.ts';

/** Where the cases of a page's benchmark lie. */
export interface CasesPlace {
  readonly benchmark: string;
  /** Path of the release's data, with the site's base and a slash at its end. */
  readonly data: string;
}

/**
 * Asks for the files of the case that the address names, one after the other. Nobody relies on what is read here: whoever takes a file later
 * tells of its faults.
 */
async function askForCase({ benchmark, data }: CasesPlace): Promise<void> {
  const id = new URLSearchParams(location.search).get('id');
  if (id === null || id === '' || !navigator.onLine) return;
  const ask = async <T>(path: string, cache: RequestCache): Promise<T> => {
    const response = await askEarly(new URL(data + path, location.origin).href, cache);
    if (response === null) throw new Error('The page asks by itself already.');
    return response.clone().json();
  };
  const { benchmarks } = await ask<Manifest>('manifest.json', 'no-cache');
  const cases = benchmarks.find((one) => one.id === benchmark)?.instances;
  if (!cases) return;
  const shard = shardOf(id, cases.shards);
  const page = await ask<IndexPage>(indexPath(cases.index, Math.floor(shard / PAGE_SIZE)), 'force-cache');
  const hash = page[shard % PAGE_SIZE];
  if (hash) await askEarly(new URL(data + shardPath(benchmark, shard, hash), location.origin).href, 'force-cache');
}

/** `client:case`: the island comes alive at once, and its case is asked for beside its scripts and not after them. */
const caseDirective: ClientDirective = async (load, { value }, el) => {
  askForCase(value as unknown as CasesPlace).catch(() => undefined);
  const hydrate = await load();
  if (isLoaded(el)) await hydrate();
  else el.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true, cancelable: true }));
};

// biome-ignore lint/style/noDefaultExport: Astro takes a directive from the default export
export default caseDirective;
