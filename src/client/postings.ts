import { bucketOf, instancesOfGaps, searchWordsOf } from '../schema/release-paths.ts';
import type { PackSet } from '../schema/stored-case.ts';
import { ClientFailure, damaged } from './failure.ts';
import { localRelease } from './local-release.ts';
import { dataAddress, loadInstanceData } from './manifest.ts';
import { readKeys } from './packs.ts';
import { abortable } from './shared.ts';

const isGap = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** Reads the row numbers of a word. They are checked here and not by Zod: a common word has as many as there are instances. */
function rowsOf(gaps: unknown, { path }: PackSet): number[] {
  if (Array.isArray(gaps) && gaps.every(isGap)) return instancesOfGaps(gaps);
  throw damaged(dataAddress(path), 'A word has no list of instances.');
}

async function rowsOfWord(benchmark: string, word: string): Promise<readonly number[]> {
  const { postings, texts } = await loadInstanceData(benchmark);
  if (postings === undefined) {
    throw new ClientFailure('no-instances', {
      what: 'There are no rationales to search.',
      why:
        texts?.present === false
          ? 'The reasons belong to others and were not fetched for this build.'
          : 'The judgments of this benchmark bring no text.',
      todo: 'Use the other filters.',
    });
  }
  const bucket = bucketOf(word, postings.members);
  const local = localRelease(benchmark);
  const lines = local === undefined ? (await readKeys<object>(postings, [bucket])).get(bucket) : [local.words(bucket)];
  const words: Readonly<Record<string, unknown>> = Object.assign({}, ...(await Promise.all((await lines) ?? [])));
  return Object.hasOwn(words, word) ? rowsOf(words[word], postings) : [];
}

/** Finds the numbers that stand in both lists; all lists ascending. */
function inBoth(a: readonly number[], b: readonly number[]): number[] {
  let at = 0;
  return a.filter((row) => {
    while ((b[at] ?? Number.POSITIVE_INFINITY) < row) at += 1;
    return b[at] === row;
  });
}

async function search(benchmark: string, text: string): Promise<readonly number[] | null> {
  const words = [...new Set(searchWordsOf(text))];
  if (words.length === 0) return null;
  const lists = await Promise.all(words.map((word) => rowsOfWord(benchmark, word)));
  return lists.toSorted((a, b) => a.length - b.length).reduce(inBoth);
}

/** Instances (`rowid`, ascending) that have every word in some rationale; null for a text without a word. One small file per word. Throws ClientFailure. */
export async function searchRationales(
  benchmark: string,
  text: string,
  options: { signal?: AbortSignal } = {},
): Promise<readonly number[] | null> {
  if (text.trim() === '') return null;
  return abortable(search(benchmark, text), options.signal);
}
