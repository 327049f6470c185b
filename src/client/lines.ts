import { type CaseLines, indexPath, linesPath, PAGE_SIZE } from '../schema/release-paths.ts';
import type { IndexPage } from '../schema/shard.ts';
import { type ClientFailure, type FailureWords, failureOf } from './failure.ts';
import { isLocalName } from './local-release.ts';
import { fetchReleaseJson, loadInstanceData } from './manifest.ts';
import { sharedByKey } from './shared.ts';

const pages = sharedByKey<IndexPage>(16);
const blocks = sharedByKey<CaseLines>(64);

export type CaseText = CaseLines[number];

/** Lines of cases by their places in the table `instances`, as far as they came, and why the others did not. */
export interface LinesFound {
  readonly texts: ReadonlyMap<number, CaseText>;
  readonly failure: ClientFailure | null;
}

/** Paths of the files that came: the browser has a copy of each. */
const come = new Set<string>();

export const noteCome = (path: string): void => void come.add(path);

/** Says whether a file can be had: without a network only what lies in the page or came before, so that nothing is asked for that can only fail. */
export const isAtHand = (path: string): boolean => navigator.onLine || come.has(path) || isLocalName(path);

export const LINES_NOT_READ: FailureWords = { what: 'A file of texts could not be read.', todo: 'Try again.' };

async function fetched(path: string): Promise<unknown> {
  const json = await fetchReleaseJson(path);
  noteCome(path);
  return json;
}

/**
 * Loads what lists say of the cases at these places of the table `instances`, by place: as many blocks are fetched as they lie in, whatever the
 * size of the data. Without a network those that came before; empty where the release has no lines. A block that does not come takes no other
 * with it. Throws ClientFailure where it is not even known which blocks there are.
 */
export async function loadLines(benchmark: string, places: readonly number[]): Promise<LinesFound> {
  const { lines } = await loadInstanceData(benchmark);
  if (lines === undefined) return { texts: new Map(), failure: null };
  const { cases, index } = lines;
  const read = async (block: number): Promise<CaseLines> => {
    const at = indexPath(index, Math.floor(block / PAGE_SIZE));
    if (!isAtHand(at)) return [];
    const page = await pages(at, async () => (await fetched(at)) as IndexPage);
    const hash = page[block % PAGE_SIZE];
    if (!hash) return [];
    const path = linesPath(benchmark, block, hash);
    if (!isAtHand(path)) return [];
    const load = async (): Promise<CaseLines> => (await fetched(path)) as CaseLines;
    // What the release adds to a block that is made here may be missing without a network, and come later.
    return isLocalName(path) ? load() : blocks(path, load);
  };
  const found = new Map<number, CaseText>();
  let failure: ClientFailure | null = null;
  const work = [...Map.groupBy(places, (place) => Math.floor(place / cases))].map(async ([block, own]) => {
    const texts = await read(block).catch((error: unknown): CaseLines => {
      failure ??= failureOf(error, LINES_NOT_READ);
      return [];
    });
    for (const place of own) {
      const text = texts[place - block * cases];
      if (text !== undefined) found.set(place, text);
    }
  });
  await Promise.all(work);
  return { texts: found, failure };
}
