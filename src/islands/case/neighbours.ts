/** Where a case stands in a list, from 1, and what stands beside it. */
export interface Neighbours {
  /** Null if the case is not in the list. */
  readonly place: number | null;
  readonly total: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** A stretch of a list of cases. */
export interface KeptList {
  readonly total: number;
  /** Place in the list of the first id kept, from 0. */
  readonly from: number;
  readonly ids: readonly string[];
}

const keyOf = (benchmark: string, list: string): string => `cases ${benchmark} ${list}`;

/**
 * Remembers, for this tab, the stretch of a list around the case that is opened from it, so that stepping needs no engine.
 * `list` is the query string of the explorer. Where storage is blocked nothing is kept.
 */
export function keepList(benchmark: string, list: string, kept: KeptList): void {
  try {
    sessionStorage.setItem(keyOf(benchmark, list), JSON.stringify(kept));
  } catch {
    // blocked or full: the page of the case asks the engine instead
  }
}

function isKeptList(value: unknown): value is KeptList {
  if (typeof value !== 'object' || value === null) return false;
  const { total, from, ids } = value as Partial<Record<keyof KeptList, unknown>>;
  return (
    Number.isSafeInteger(total) &&
    Number.isSafeInteger(from) &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string')
  );
}

function keptList(benchmark: string, list: string): KeptList | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(benchmark, list)) ?? 'null');
    return isKeptList(value) ? value : null;
  } catch {
    return null; // blocked, or written by something else
  }
}

/** Neighbours by what this tab remembers of the list; null where that does not reach. */
export function keptNeighbours(benchmark: string, list: string, id: string): Neighbours | null {
  const kept = keptList(benchmark, list);
  const at = kept?.ids.indexOf(id) ?? -1;
  if (kept === null || at < 0) return null;
  const place = kept.from + at + 1;
  const [previous, next] = [kept.ids[at - 1] ?? null, kept.ids[at + 1] ?? null];
  if ((previous === null && place > 1) || (next === null && place < kept.total)) return null;
  return { place, total: kept.total, previous, next };
}
