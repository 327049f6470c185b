import type { Pointer } from '../schema/packs.ts';
import { hash32, wholeCase } from '../schema/release-paths.ts';
import type { Case, StoredCase } from '../schema/stored-case.ts';
import { ClientFailure, damaged } from './failure.ts';
import { isLocalName, localRelease } from './local-release.ts';
import { dataAddress, loadInstanceData } from './manifest.ts';
import { readKeys, valuesAt } from './packs.ts';
import { abortable } from './shared.ts';

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

async function storedCase(benchmark: string, id: string): Promise<Case | undefined> {
  const found = (await storedCases(benchmark, [id])).find(({ instance }) => instance === id);
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
