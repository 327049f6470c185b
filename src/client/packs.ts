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
import { type CaseText, hash32, wholeCase } from '../schema/release-paths.ts';
import type { Case, PackSet, StoredCase } from '../schema/stored-case.ts';
import { ClientFailure, damaged, type FailureWords, failureOf, reasonOf } from './failure.ts';
import { type Bytes, type FetchOptions, inflatedPart, verify } from './fetch.ts';
import { isLocalName, localRelease } from './local-release.ts';
import { dataAddress, fetchReleasePart, loadInstanceData } from './manifest.ts';
import { abortable, recent, type SharedPromise, shared, turnstile } from './shared.ts';

async function storedCases(benchmark: string, ids: readonly string[]): Promise<readonly StoredCase[]> {
  const local = localRelease(benchmark);
  if (local !== undefined) return local.cases(ids);
  const { cases: set } = await loadInstanceData(benchmark);
  const found = await readKeys<StoredCase>(set, ids.map(hash32));
  const cases = (await Promise.all(found.values())).flat();
  // Over plain HTTP hashes are not compared, and a file without cases would look like one that lacks this case.
  if (cases.every((one) => typeof one.instance === 'string')) return cases;
  throw damaged(dataAddress(set.path), 'It has another form than that of cases.');
}

async function findCase(benchmark: string, id: string): Promise<Case> {
  // An id that was copied may have brought blanks along.
  for (const wanted of new Set([id, id.trim()])) {
    const found = (await storedCases(benchmark, [wanted])).find(({ instance }) => instance === wanted);
    if (found !== undefined) return wholeCase(found);
  }
  throw new ClientFailure('unknown-id', {
    what: `There is no case “${id}”.`,
    why: isLocalName(benchmark)
      ? 'Your files hold no case with this id.'
      : `The release holds no instance of ${benchmark} with this id.`,
    todo: 'Check the address, or look for the case in the explorer.',
  });
}

/** One instance with all its texts: three requests whatever the size of the data (manifest, index, pack), no engine. Throws ClientFailure (`unknown-id` …). */
export function loadCase(benchmark: string, id: string, options: { signal?: AbortSignal } = {}): Promise<Case> {
  return abortable(findCase(benchmark, id), options.signal);
}

/** Loads many instances with their texts, by id; ids that the release does not hold are left out. Throws ClientFailure. */
export async function loadCases(
  benchmark: string,
  ids: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, Case>> {
  const wanted = new Set(ids);
  const found = await abortable(storedCases(benchmark, [...wanted]), signal);
  return new Map(found.flatMap((one) => (wanted.has(one.instance) ? [[one.instance, wholeCase(one)] as const] : [])));
}

/** A case of a list, and where its line says that the answers with their reasons lie. */
export interface AnsweredCase {
  readonly id: string;
  readonly at: Pointer | undefined;
}

type Judgments = Case['judgments'];

/** The list of answers at the end of a case's member, before the bracket that closes it. */
const textIn = (text: string): string => text.slice(0, text.lastIndexOf(']') + 1);

/** Loads what judges answered to cases, and nothing else of them, by id; without a network what came before. Own results lie in the page. */
export async function loadJudgments(
  benchmark: string,
  cases: readonly AnsweredCase[],
): Promise<ReadonlyMap<string, Promise<Judgments>>> {
  const local = localRelease(benchmark)?.cases(cases.map(({ id }) => id));
  const { cases: set } = await loadInstanceData(benchmark);
  const pointers = cases.flatMap(({ at }) => (at === undefined ? [] : [at]));
  const found = valuesAt<StoredCase['judgments']>(set, pointers, { textIn, onlyAtHand: true });
  const answersTo = async ({ id, at }: AnsweredCase): Promise<Judgments> => {
    const own = (await local)?.find(({ instance }) => instance === id)?.judgments;
    const judgments = own ?? (at === undefined ? [] : await found.get(at));
    return wholeCase({ instance: id, prompt: '', judgments }).judgments;
  };
  return new Map(cases.map((one) => [one.id, answersTo(one)]));
}

/** Lines of cases by their places in the table `instances`, as far as they came, and why the others did not. */
export interface LinesFound {
  readonly texts: ReadonlyMap<number, CaseText>;
  readonly failure: ClientFailure | null;
}

/** Why texts of the rows in view did not come, and how to ask for them again. */
export interface UnreadTexts {
  readonly failure: ClientFailure;
  readonly retry: () => void;
  /** What is told before it, where it is not said of whole rows. */
  readonly lead?: string;
}

export const LINES_NOT_READ: FailureWords = { what: 'A file of texts could not be read.', todo: 'Try again.' };

/** What lists say of the cases at these places of `instances`; empty without lines; without a network those that came before. Each may fail by itself. */
export async function loadLines(benchmark: string, places: readonly number[]): Promise<LinesFound> {
  const local = localRelease(benchmark);
  if (local !== undefined) return { texts: await local.lines(places), failure: null };
  const { lines } = await loadInstanceData(benchmark);
  if (lines === undefined) return { texts: new Map(), failure: null };
  const found = new Map<number, CaseText>();
  let failure: ClientFailure | null = null;
  const texts = await readKeys<CaseText>(lines, places, { onlyAtHand: true });
  const work = [...texts].map(async ([place, text]) => {
    const [line] = await text.catch((error: unknown): readonly CaseText[] => {
      failure ??= failureOf(error, LINES_NOT_READ);
      return [];
    });
    if (line !== undefined) found.set(place, line);
  });
  await Promise.all(work);
  return { texts: found, failure };
}

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
function valuesAt<T>(
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
