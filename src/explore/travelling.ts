import type { ListPlace } from '../cases/columns/list.ts';
import { isLocalName, type LocalRelease, localRelease } from '../client/local-release.ts';
import type { Travelling } from '../schema/release-paths.ts';

const keyOf = (benchmark: string): string => `judgeboard:list:${benchmark}`;

const releaseOfPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="release"]')?.getAttribute('content') ?? '';

/** Lists of own cases travel within the page, as long as the same files answer for them: nothing of them is stored unasked. */
const own = new WeakMap<LocalRelease, Travelling>();

function stored(benchmark: string): unknown {
  const release = localRelease(benchmark);
  if (release !== undefined) return own.get(release) ?? null;
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(benchmark)) ?? 'null');
  } catch {
    return null; // Storage is blocked, or holds no JSON.
  }
}

/** The tab's storage may hold what another version wrote, or anybody. */
function isTravelling(found: unknown): found is Travelling {
  if (typeof found !== 'object' || found === null) return false;
  const { first, total, ids, at, words = '' }: Partial<Record<string, unknown>> = { ...found };
  const areCounts = [first, total].every((n) => Number.isSafeInteger(n) && Number(n) >= 0);
  return (
    areCounts &&
    [at, words].every((text) => typeof text === 'string') &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string')
  );
}

/** Reads the part of a list that is stored for this tab; null where another list is stored, or one of another release. */
export function travelling(benchmark: string, list: string): Travelling | null {
  const part = stored(benchmark);
  return isTravelling(part) && part.list === list && part.release === releaseOfPage() ? part : null;
}

/** Stores a part of a list in the tab; of each benchmark only the latest part is kept. */
export function sendTravelling(benchmark: string, part: Omit<Travelling, 'release'>): void {
  if (isLocalName(benchmark)) {
    const release = localRelease(benchmark);
    if (release !== undefined) own.set(release, { ...part, release: releaseOfPage() });
    return;
  }
  try {
    sessionStorage.setItem(keyOf(benchmark), JSON.stringify({ ...part, release: releaseOfPage() }));
  } catch {
    // Storage is blocked or full: the engine is asked instead.
  }
}

export function lookedAt(benchmark: string, list: string, at: string): void {
  const part = travelling(benchmark, list);
  if (part !== null && part.at !== at) sendTravelling(benchmark, { ...part, at });
}

/** Says where a case stands, as far as the travelling part knows; null where it is not in it. `whole` says that both its neighbours are known. */
export function placeInPart(
  { ids, first, total }: Pick<Travelling, 'ids' | 'first' | 'total'>,
  id: string,
): (ListPlace & { readonly whole: boolean }) | null {
  const at = ids.indexOf(id);
  if (at < 0) return null;
  const place = first + at + 1;
  const [previous, next] = [ids[at - 1] ?? null, ids[at + 1] ?? null];
  const whole = (previous !== null || place === 1) && (next !== null || place === total);
  return { place, total, previous, next, whole };
}

const ALONG = 300;

/** Gives the rows around one that are known without a gap. `row`: the id at a place, undefined where it is not known. */
export function partAround(
  index: number,
  row: (index: number) => string | undefined,
): Pick<Travelling, 'first' | 'ids'> {
  const known = (from: number, by: 1 | -1): string[] => {
    const ids: string[] = [];
    for (let i = from; ids.length < ALONG && i >= 0; i += by) {
      const id = row(i);
      if (id === undefined) break;
      ids.push(id);
    }
    return ids;
  };
  const before = known(index - 1, -1).reverse();
  return { first: index - before.length, ids: [...before, ...known(index, 1)] };
}
