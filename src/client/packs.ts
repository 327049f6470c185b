import {
  type ByteRange,
  indexPages,
  indexPath,
  type Member,
  membersIn,
  type Pointer,
  packPath,
  pagesOfKey,
} from '../schema/packs.ts';
import type { PackSet } from '../schema/stored-case.ts';
import { damaged, reasonOf } from './failure.ts';
import { type Bytes, type FetchOptions, inflatedPart, verify } from './fetch.ts';
import { dataAddress, fetchReleasePart } from './manifest.ts';
import { recent, type SharedPromise, shared, turnstile } from './shared.ts';

type AtHand = Pick<FetchOptions, 'onlyAtHand'>;

const BETWEEN = 64;

/** Joins stretches of a file that have few bytes between them: the more are asked for, the more requests would these bytes save. */
function joined(ranges: readonly ByteRange[]): ByteRange[] {
  const all: ByteRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last === undefined || from > last[1] + BETWEEN * ranges.length) all.push([from, to]);
    else all[all.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return all;
}

/** So many requests are under way at a time. */
const gates = Array.from({ length: 6 }, turnstile);
let turn = 0;

/** What was made of stretches, by path and bytes: nothing that came is asked for again as long as it is kept. */
const kept = recent<SharedPromise<unknown>>(512);

interface StretchReading<T> extends AtHand {
  /** Throws where the bytes of a stretch are not sound. */
  readonly check: (bytes: Bytes, range: ByteRange) => Promise<void>;
  readonly make: (bytes: Bytes) => T | Promise<T>;
}

/** Reads stretches of a file. Neighbours come, or fail, with one request, and take no other with them. */
function readStretches<T>(
  path: string,
  wanted: readonly ByteRange[],
  { check, make, ...asked }: StretchReading<T>,
): readonly Promise<T>[] {
  const nameOf = (range: ByteRange): string => `${path} ${range.join(' ')}`;
  const found = new Map(wanted.map((range) => [range, kept.get(nameOf(range))]));
  const missing = wanted.filter((range) => found.get(range) === undefined);
  for (const [from, to] of joined(missing)) {
    const own = missing.filter(([start]) => start >= from && start < to);
    const cut = (all: Bytes, range: ByteRange): Bytes => all.subarray(range[0] - from, range[1] - from);
    const checkAll = async (all: Bytes): Promise<void> => {
      for (const one of own) await check(cut(all, one), one);
    };
    const bytes = shared(async () => {
      const leave = await gates[turn++ % gates.length]?.();
      return fetchReleasePart(path, { range: [from, to], check: checkAll }, asked).finally(leave);
    });
    for (const one of own) {
      const made = shared(async () => make(cut(await bytes.get(), one)));
      found.set(one, made);
      kept.set(nameOf(one), made);
    }
  }
  return wanted.map((range) => found.get(range)?.get() as Promise<T>);
}

function parsed<T>(text: string, path: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw damaged(dataAddress(path), `It has another form: ${reasonOf(error)}.`, error);
  }
}

/** Reads values out of what pointers lead to, each by itself; `textIn` gives the JSON in a text. */
export function valuesAt<T>(
  set: PackSet,
  pointers: readonly Pointer[],
  { textIn = (text) => text, ...asked }: AtHand & { readonly textIn?: (text: string) => string },
): ReadonlyMap<Pointer, Promise<T>> {
  const packs = Map.groupBy(pointers, ([pack]) => packPath(set, pack));
  const found = [...packs].flatMap(([path, own]) => {
    const url = dataAddress(path);
    const hashes = new Map(own.map(([, start, , sha256]) => [start, sha256]));
    const values = readStretches(
      path,
      own.map(([, start, length]) => [start, start + length] as const),
      {
        ...asked,
        check: (bytes, [start]) => verify(bytes, url, { sha256: hashes.get(start) }),
        make: async (bytes) => parsed<T>(textIn(await inflatedPart(bytes, url)), path),
      },
    );
    return own.flatMap((one, i) => (values[i] === undefined ? [] : [[one, values[i]] as const]));
  });
  return new Map(found);
}

/** Reads the members with each of these keys: none for a key without one, and each fails by itself. */
export async function readKeys<T>(
  set: PackSet,
  keys: readonly number[],
  asked: AtHand = {},
): Promise<ReadonlyMap<number, Promise<readonly T[]>>> {
  const path = indexPath(set);
  const wanted = new Map(keys.flatMap((key) => pagesOfKey(set, key).map((range) => [range[0], range] as const)));
  const reads = readStretches<readonly Member[]>(path, [...wanted.values()], {
    ...asked,
    check: async (bytes) => {
      for (const page of indexPages(bytes)) await verify(page.records, dataAddress(path), { sha256: page.check });
    },
    make: membersIn,
  });
  const pages = new Map([...wanted.keys()].map((start, i) => [start, reads[i]]));
  const all = new Set(keys);
  const came = (await Promise.allSettled(reads)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const members = came.filter(({ key, at }) => all.has(key) && at[2] > 0);
  const values = valuesAt<T>(
    set,
    members.map(({ at }) => at),
    asked,
  );
  const valuesOf = async (key: number): Promise<readonly T[]> => {
    for (const [start] of pagesOfKey(set, key)) await pages.get(start);
    return Promise.all(members.flatMap((one) => (one.key === key ? (values.get(one.at) ?? []) : [])));
  };
  return new Map([...all].map((key) => [key, valuesOf(key)]));
}
